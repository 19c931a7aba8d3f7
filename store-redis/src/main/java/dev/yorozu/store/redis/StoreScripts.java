package dev.yorozu.store.redis;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.command.script.ScriptCommands;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Result;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The scripts of this store as commands, for a server that answers in the place of Redis: what a {@link RedisStore} sends to
 * it is understood, and done by the store behind that server.
 */
public final class StoreScripts {
    /** How many arguments an operation of a batch has at most, beside its elements. */
    private static final int ARGUMENTS = 8;

    /** The name, the script, and how many keys there are. */
    private static final int BEFORE_KEYS = 3;

    private StoreScripts() {}

    public static List<Command> commands() {
        return List.of(
                ScriptCommands.known(Script.TEXT, ARGUMENTS, StoreScripts::batch)
                        .deleting(StoreScripts::deleted),
                ScriptCommands.known(Script.COUNT, ARGUMENTS, StoreScripts::count),
                RelayScript.command());
    }

    /** The command that a call of the script for arguments which are no text runs; any other call as it is. */
    public static List<Bytes> unwrapped(List<Bytes> parts) {
        boolean wrapped = parts.size() > BEFORE_KEYS + 1
                && parts.getFirst().equals(Bytes.of("EVAL"))
                && parts.get(1).equals(Bytes.of(RestText.FORWARD))
                && parts.get(2).equals(Bytes.of(1));
        if (!wrapped) {
            return parts;
        }
        List<Bytes> command = new ArrayList<>(List.of(parts.get(BEFORE_KEYS + 1), parts.get(BEFORE_KEYS)));
        parts.stream().skip(BEFORE_KEYS + 2).map(StoreScripts::bytes).forEach(command::add);
        return command;
    }

    /** What was sent as a text whose characters are the bytes; other characters stand for none. */
    private static Bytes bytes(Bytes latin) {
        return Bytes.wrap(latin.text().getBytes(StandardCharsets.ISO_8859_1));
    }

    private static Reply batch(Call call) {
        try {
            return ScriptReply.of(call.state().commit(batch(call.parts(), call.keys())));
        } catch (IllegalArgumentException | ArithmeticException malformed) {
            throw malformed();
        } catch (StoreException.NotANumber fault) {
            throw new Refused(Refused.NOT_AN_INTEGER);
        } catch (StoreException.NotAnObject fault) {
            throw new Refused("NOTOBJECT The value is not a JSON object with these fields");
        }
    }

    private static Batch batch(List<Bytes> parts, List<Key> keys) {
        return new ScriptArguments(keys, arguments(parts, keys)).batch();
    }

    /** What a batch that was applied has deleted; of one that only a Redis understood, whatever it may have. */
    private static List<Key> deleted(List<Bytes> parts, List<Key> keys, Reply reply) {
        if (!(reply instanceof Reply.Array told) || !told.items().getFirst().equals(Reply.ONE)) {
            return List.of();
        }
        try {
            return batch(parts, keys).writes().stream()
                    .filter(write -> write instanceof Write.Delete || write instanceof Write.Take)
                    .map(Write::key)
                    .toList();
        } catch (IllegalArgumentException | ArithmeticException other) {
            return keys;
        }
    }

    private static Reply count(Call call) {
        List<Write.Add> counts = counts(call);
        if (counts.size() == 1) {
            return counted(call, counts.getFirst());
        }
        List<Reply> replies = new ArrayList<>(counts.size());
        for (Write.Add count : counts) {
            try {
                replies.add(counted(call, count));
            } catch (Refused refused) {
                replies.add(Reply.of(String.valueOf(refused.getMessage())));
            } catch (StoreException.WrongType wrong) {
                replies.add(Reply.of(Refused.WRONG_TYPE));
            }
        }
        return new Reply.Array(replies);
    }

    private static Reply counted(Call call, Write.Add count) {
        try {
            return Reply.of(((Result.Number) call.apply(count)).value());
        } catch (StoreException.NotANumber fault) {
            throw new Refused(Refused.NOT_AN_INTEGER);
        }
    }

    private static List<Write.Add> counts(Call call) {
        try {
            return new ScriptArguments(call.keys(), arguments(call.parts(), call.keys())).counts();
        } catch (IllegalArgumentException | ArithmeticException malformed) {
            throw malformed();
        }
    }

    /** What follows the keys of a call. */
    static List<Bytes> arguments(List<Bytes> parts, List<Key> keys) {
        List<Bytes> arguments = parts.subList(BEFORE_KEYS + keys.size(), parts.size());
        boolean latin = !arguments.isEmpty() && arguments.getFirst().equals(Bytes.of(RestText.LATIN));
        return latin ? arguments.stream().skip(1).map(StoreScripts::bytes).toList() : arguments;
    }

    static Refused malformed() {
        return new Refused("ERR this script was called with arguments that are none of its own");
    }
}
