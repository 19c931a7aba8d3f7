package dev.yorozu.command.script;

import static dev.yorozu.command.call.Command.Flag.COUNTED;
import static dev.yorozu.command.call.Command.Flag.KEYSPACE;
import static dev.yorozu.command.call.Command.Flag.MANY;
import static dev.yorozu.command.call.Command.Flag.READONLY;
import static dev.yorozu.command.call.Command.Flag.WRITE;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.command.family.KeyspaceCommands;
import dev.yorozu.command.family.LifeCommands;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Read;
import dev.yorozu.store.Write;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The scripts that @upstash/ratelimit 2.2.0 publishes, by their SHA-1, as commands of their own: with the same keys and the
 * same answers, but done here, where no Lua is. A test holds the digests against the package.
 */
public final class ScriptCommands {
    private static final String BY_DIGEST = "evalsha";
    private static final String BY_TEXT = "eval";

    private static final Duration PENDING = Duration.ofSeconds(30);

    private ScriptCommands() {}

    public static List<Command> all() {
        return List.of(
                writing("b2efc02798c8e9b471a10f9b1d5745db89923ff3", WindowScripts::fixed),
                reading("823cb2a5a902d69681244f5e28e5ebb8f2a89edd", WindowScripts::fixedRemaining),
                writing("74740bb3d7792848093cdef586b6b6037c455fd6", WindowScripts::sliding),
                reading("7ca36169e0fc9caedd81b4eef8e99854c157f9b5", WindowScripts::slidingRemaining),
                writing("d60be5bd3d83482ae229309f1f7425424f891204", WindowScripts::bucket),
                reading("40daf4a441df736f5c99f8b77bbe176c909e5de4", WindowScripts::bucketRemaining),
                writing("1861a700bafe96c833a483af6b1c28a8897cfdb0", WindowScripts::cached),
                reading("eb82f0e853d2fc9a236fa9bfbe704fda6ac2fc36", WindowScripts::cachedRemaining),
                writing("e04b753a75909b7f99aae4c04cf8869a8de02a9e", RegionScripts::fixed),
                reading("e066c8ce3eaca142b0894ad1541e0a58c9924819", RegionScripts::fixedRemaining),
                writing("aeb4d8f381e8dafc8e69041baae1324d254ded44", RegionScripts::sliding),
                reading("87828c1088f6a8d1f512a434ea330189982a1c0a", RegionScripts::slidingRemaining),
                writing("e8062088fe7e67994f617766e5d766490de1afb8", ScriptCommands::checkDenied),
                Command.without(
                        name("54bd274ddc59fb3be0f42deee2f64322a10e2b50"), -4, ScriptCommands::reset, WRITE, KEYSPACE));
    }

    /** A script that a client may call by its text, or by the digest of that, and whose keys the call counts. */
    public static Command known(Bytes text, int unit, Command.Body body, Command.Flag... more) {
        Set<Command.Flag> flags = EnumSet.of(WRITE, COUNTED);
        flags.addAll(List.of(more));
        return new Command(name(digest(text)), -3, flags, 0, 0, 0, unit, body);
    }

    /** Whether a command of this name calls a script. */
    public static boolean isCall(String name) {
        return name.equals(BY_DIGEST) || name.equals(BY_TEXT);
    }

    /** The name of the command that such a call means, by the digest or the text that it gives. */
    public static String name(String name, Bytes given) {
        return name(name.equals(BY_TEXT) ? digest(given) : given.text().toLowerCase(Locale.ROOT));
    }

    /** A call of a script that is not known. A client that knows only the digest is to send the text. */
    public static Refused unknown(String name) {
        return new Refused(
                name.equals(BY_TEXT)
                        ? "ERR this server runs no scripts but those of @upstash/ratelimit, in the version that it knows"
                        : "NOSCRIPT No matching script. Please use EVAL.");
    }

    private static String name(String digest) {
        return BY_DIGEST + "|" + digest;
    }

    private static String digest(Bytes text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text.toArray()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-1", e);
        }
    }

    private static Command reading(String digest, Command.Body body) {
        return Command.without(name(digest), -3, body, READONLY, MANY, COUNTED);
    }

    private static Command writing(String digest, Command.Body body) {
        return Command.without(name(digest), -3, body, WRITE, COUNTED);
    }

    /**
     * Keys: a set of what is denied, a mark that the list of addresses is up to date. Arguments: members. An absent mark is
     * set, so that one of many callers brings the list up to date.
     */
    private static Reply checkDenied(Call call) {
        ScriptCall script = new ScriptCall(call);
        List<Reply> denied = new ArrayList<>();
        for (Bytes member : script.arguments()) {
            denied.add(Reply.of(call.read(new Read.IsMember(script.key(0), member))));
        }
        Reply life = LifeCommands.seconds(call, script.key(1));
        if (call.type(script.key(1)).isEmpty()) {
            call.apply(new Write.Put(script.key(1), Bytes.of("pending"), new Expiry.After(PENDING)));
        }
        return new Reply.Array(List.of(new Reply.Array(denied), life));
    }

    /** Deletes the keys that match a pattern, which is sent as if it were a key. */
    private static Reply reset(Call call) {
        if (call.integer(2) != 1) {
            throw new Refused("ERR this script needs one pattern");
        }
        KeyspaceCommands.deleteMatching(call, call.part(3));
        return Reply.NULL;
    }
}
