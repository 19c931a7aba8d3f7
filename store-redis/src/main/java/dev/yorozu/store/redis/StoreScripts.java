package dev.yorozu.store.redis;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.command.script.ScriptCommands;
import dev.yorozu.store.Bytes;
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
                ScriptCommands.known(Script.TEXT, ARGUMENTS, StoreScripts::batch),
                ScriptCommands.known(Script.COUNT, ARGUMENTS, StoreScripts::count));
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
        List<Bytes> arguments = arguments(call);
        if (!arguments.isEmpty() && arguments.getFirst().equals(Bytes.of(RestText.LATIN))) {
            arguments = arguments.stream().skip(1).map(StoreScripts::bytes).toList();
        }
        try {
            return ScriptReply.of(call.state().commit(new ScriptArguments(call.keys(), arguments).batch()));
        } catch (IllegalArgumentException | ArithmeticException malformed) {
            throw new Refused("ERR this script was called with arguments that are none of its own");
        } catch (StoreException.NotANumber fault) {
            throw new Refused(Refused.NOT_AN_INTEGER);
        } catch (StoreException.NotAnObject fault) {
            throw new Refused("NOTOBJECT The value is not a JSON object with these fields");
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
            return new ScriptArguments(call.keys(), arguments(call)).counts();
        } catch (IllegalArgumentException | ArithmeticException malformed) {
            throw new Refused("ERR this script was called with arguments that are none of its own");
        }
    }

    private static List<Bytes> arguments(Call call) {
        return call.from(BEFORE_KEYS + call.keys().size());
    }
}
