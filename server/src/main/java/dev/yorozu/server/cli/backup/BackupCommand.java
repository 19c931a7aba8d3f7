package dev.yorozu.server.cli.backup;

import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.cli.text.Amounts;
import dev.yorozu.server.cli.text.ProgressLine;
import dev.yorozu.server.operate.backup.BackupOptions;
import dev.yorozu.server.operate.backup.format.BackupFile;
import dev.yorozu.server.operate.backup.format.Envelope;
import dev.yorozu.server.operate.backup.format.Manifest;
import dev.yorozu.server.operate.backup.format.Section;
import dev.yorozu.server.operate.backup.format.Summary;
import dev.yorozu.server.operate.transport.OperateJson;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** Writes all that is kept into a file. */
@Command(
        name = "backup",
        description = {
            "Write all keys, the directory of accounts and the key files into a file that only its owner can read.",
            "An embedded store is taken at one moment; any other is walked while it may change."
        })
public final class BackupCommand extends AnsweringCommand {
    @Parameters(
            paramLabel = "FILE",
            description = "File to write, or - for the standard output, which must be no terminal")
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private Path file;

    @Option(names = "--plain", description = "Do not compress")
    private boolean plain;

    @Option(names = "--force", description = "Replace the file if there is one")
    private boolean force;

    @Option(names = "--encrypt", description = "Encrypt the file under a passphrase")
    private boolean encrypt;

    @Option(
            names = "--without-secrets",
            description = {
                "Leave out what grants access by itself: key files, sessions, tokens, begun sign-ins, share links.",
                "Hashes of passwords and addresses of people stay in the file."
            })
    private boolean withoutSecrets;

    @Option(names = "--store-only", description = "Leave out the directory of accounts and the key files")
    private boolean storeOnly;

    @Option(
            names = "--stopped",
            description = {
                "Say in the file that no server uses this store any more, so that it can be restored with --keep-logins.",
                "Of an embedded store this is known by itself."
            })
    private boolean stopped;

    @Mixin
    private final Passphrase passphrase = new Passphrase();

    @Override
    public Integer call() throws IOException {
        boolean streamed = file.toString().equals("-");
        if (streamed && console().shownOnScreen()) {
            throw new Refused("A backup is no text for a terminal: send it on, as with backup - > FILE");
        }
        if (!streamed && !force && Files.exists(file)) {
            throw new Refused("There is a file " + file + " already: name another, or replace it with --force");
        }
        boolean sealed = encrypt || passphrase.isNamed();
        Envelope envelope = sealed ? passphrase.toSeal(console()) : Envelope.NONE;
        BackupOptions options = new BackupOptions(!plain, !withoutSecrets, stopped, storeOnly);
        if (streamed) {
            return stream(envelope, options);
        }
        BackupFile target = new BackupFile(file, envelope);
        Summary summary = access().use(operator -> {
            try (ProgressLine progress = new ProgressLine(console(), "Saving", -1)) {
                return target.write(out -> operator.backups().write(out, options, progress));
            }
        });
        tell(summary, sealed);
        return Status.DONE;
    }

    /** What follows reads it as it comes: its last line says that it is whole, and so does the status of this command. */
    private int stream(Envelope envelope, BackupOptions options) {
        CountingOutput counted = new CountingOutput(console().raw());
        access().use(operator -> {
            try (ProgressLine progress = new ProgressLine(console(), "Saving", -1);
                    OutputStream sealed = envelope.seal(new BufferedOutputStream(counted, 1 << 16))) {
                operator.backups().write(sealed, options, progress);
                return true;
            } catch (IOException closed) {
                throw new UncheckedIOException(closed);
            }
        });
        String said = json()
                ? OperateJson.object().put("bytes", counted.bytes()).toString()
                : "Saved " + Amounts.bytes(counted.bytes()) + " to the standard output.";
        console().err().println(said);
        return Status.DONE;
    }

    private void tell(Summary summary, boolean sealed) throws IOException {
        Manifest manifest = summary.manifest();
        if (json()) {
            println(json(summary, sealed).toString());
            return;
        }
        println("Saved " + Amounts.keys(summary.keys()) + " to " + file + " (" + Amounts.bytes(Files.size(file)) + "), "
                + (manifest.pointInTime() ? "as they were at one moment." : "each as it was when the walk came by."));
        if (manifest.has(Section.DIRECTORY)) {
            println("With them: " + Amounts.count(summary.rows()) + " rows of the directory of accounts.");
        }
        if (manifest.has(Section.FILES) && !summary.files().isEmpty()) {
            println("With them: " + String.join(", ", summary.files()) + ".");
        }
        if (!manifest.secrets()) {
            println("Without key files and all that grants access: after a restore people sign in again, and"
                    + " new keys are made.");
        } else if (!sealed) {
            println("The file holds secrets and is not encrypted: --encrypt does that.");
        }
    }

    private ObjectNode json(Summary summary, boolean sealed) throws IOException {
        ObjectNode json = OperateJson.object()
                .put("file", file.toString())
                .put("bytes", Files.size(file))
                .put("keys", summary.keys())
                .put("rows", summary.rows())
                .put("oneMoment", summary.manifest().pointInTime())
                .put("secrets", summary.manifest().secrets())
                .put("encrypted", sealed);
        summary.files().forEach(json.putArray("files")::add);
        return json;
    }

    /** Counts what goes through it, and leaves its target open. A fault that the target keeps to itself is asked for. */
    private static final class CountingOutput extends OutputStream {
        private final PrintStream target;
        private long bytes;

        CountingOutput(PrintStream target) {
            this.target = target;
        }

        long bytes() {
            return bytes;
        }

        @Override
        public void write(int single) throws IOException {
            write(new byte[] {(byte) single}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            target.write(source, offset, length);
            requireTaken();
            bytes += length;
        }

        @Override
        public void flush() throws IOException {
            requireTaken();
        }

        private void requireTaken() throws IOException {
            if (target.checkError()) {
                throw new IOException("the standard output takes no more");
            }
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
