package dev.yorozu.server.cli.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.Help.Ansi;

/** Where a command reads and prints: always UTF-8, in colours only for a person at a terminal. */
public final class Console {
    private static final Path OUTPUT = Path.of("/proc/self/fd/1");

    private final InputStream in;
    private final PrintStream raw;
    private final PrintStream progress;
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean interactive = isInteractive();

    public Console(InputStream in, PrintStream out, PrintStream err) {
        this.in = in;
        this.raw = out;
        this.progress = err;
        this.out = new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), true);
        this.err = new PrintWriter(new OutputStreamWriter(err, StandardCharsets.UTF_8), true);
    }

    public PrintWriter out() {
        return out;
    }

    public PrintWriter err() {
        return err;
    }

    /** For bytes that are to be printed as they are. */
    public PrintStream raw() {
        out.flush();
        return raw;
    }

    public PrintStream progress() {
        return progress;
    }

    /** Whether a person reads what is printed and can answer. */
    public boolean interactive() {
        return interactive;
    }

    /** Whether what is printed appears on a screen, also where nobody types: binary data does not belong there. */
    public boolean shownOnScreen() {
        return interactive || isDevice(OUTPUT);
    }

    /** Systems without such links tell by {@link #interactive} alone. */
    private static boolean isDevice(Path link) {
        try {
            String target = Files.readSymbolicLink(link).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException unknown) {
            return false;
        }
    }

    public Ansi ansi() {
        return interactive && System.getenv("NO_COLOR") == null ? Ansi.ON : Ansi.OFF;
    }

    public String bold(String text) {
        return ansi() == Ansi.ON ? "\u001b[1m" + text + "\u001b[0m" : text;
    }

    public String faint(String text) {
        return ansi() == Ansi.ON ? "\u001b[2m" + text + "\u001b[0m" : text;
    }

    /** What stands on the input, line by line. */
    public BufferedReader reader() {
        return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /** What stands on the input, up to so many bytes. */
    public String read(int most) {
        return new String(readBytes(most), StandardCharsets.UTF_8);
    }

    public byte[] readBytes(int most) {
        try {
            return in.readNBytes(most);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /** Asks a person, who must be there, for something that is not shown while it is typed. */
    public String secret(String question) {
        char[] typed = Objects.requireNonNull(System.console()).readPassword("%s", question);
        return typed == null ? "" : new String(typed);
    }

    /** As {@link #secret}, typed twice; empty when the two are not the same. */
    public Optional<String> newSecret(String question) {
        String once = secret(question);
        return once.equals(secret("The same again: ")) ? Optional.of(once) : Optional.empty();
    }

    /** Asks a question that only a clear yes answers. Without a person there is no yes. */
    public boolean confirms(String question) {
        if (!interactive) {
            return false;
        }
        err.print(question + " [y/N] ");
        err.flush();
        try {
            String answer = reader().readLine();
            return answer != null && answer.strip().toLowerCase(Locale.ROOT).matches("y|yes");
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /** Some Java versions have a console even when nobody sits at it, and tell so by a method that older ones lack. */
    private static boolean isInteractive() {
        java.io.Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (Boolean) java.io.Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException older) {
            return true;
        } catch (ReflectiveOperationException impossible) {
            return false;
        }
    }
}
