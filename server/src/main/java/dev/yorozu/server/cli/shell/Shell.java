package dev.yorozu.server.cli.shell;

import dev.yorozu.command.CommandTable;
import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.server.operate.commands.CommandOperations;
import dev.yorozu.server.operate.commands.CommandOperations.CallsRequest;
import dev.yorozu.server.operate.commands.CommandReply;
import dev.yorozu.server.operate.transport.Operations;
import dev.yorozu.store.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Commands one after the other, on a server or a store. A transaction is gathered here and sent whole at EXEC: between two
 * requests nothing of it stands open on the server, which could be left so. For use by one thread.
 */
final class Shell {
    private static final CommandReply NO_WATCH = CommandReply.error("ERR WATCH is not available in this shell: a"
            + " transaction is sent whole, and nothing can be watched before");

    private final Operations operations;
    private final CommandTable table;
    private final Options options;
    private final Predicate<String> confirms;
    private final List<List<Bytes>> queued = new ArrayList<>();
    private boolean open;
    private boolean spoilt;

    /** What a person asked for besides. */
    record Options(boolean reveal, boolean force, boolean yes) {}

    /** @param confirms asks a person, where there is one */
    Shell(Operations operations, CommandTable table, Options options, Predicate<String> confirms) {
        this.operations = operations;
        this.table = table;
        this.options = options;
        this.confirms = confirms;
    }

    boolean isInTransaction() {
        return open;
    }

    /** Does a call, whose first part is its name, and gives what is to be shown. */
    List<CommandReply> execute(List<Bytes> parts) {
        return switch (Call.word(parts.getFirst())) {
            case "WATCH", "UNWATCH" -> List.of(NO_WATCH);
            case "MULTI" -> List.of(begin());
            case "DISCARD" -> List.of(discard());
            case "EXEC" -> finish();
            default -> open ? List.of(queue(parts)) : confirmed(parts);
        };
    }

    private List<CommandReply> confirmed(List<Bytes> parts) {
        return allows(parts) ? send(List.of(parts)) : List.of(CommandReply.status("Nothing was done."));
    }

    private List<CommandReply> send(List<List<Bytes>> calls) {
        return operations
                .call(CommandOperations.EXECUTE, new CallsRequest(calls, options.reveal(), options.force()))
                .replies();
    }

    /** What takes away is asked about once; what takes all away is not done unless somebody said yes. */
    private boolean allows(List<Bytes> parts) {
        if (options.yes()) {
            return true;
        }
        try {
            Command command = table.find(parts);
            // Also the script that deletes what a pattern matches.
            boolean all = command.is(Command.Flag.KEYSPACE) && command.is(Command.Flag.WRITE);
            boolean some = command.name().equals("del") || command.name().equals("unlink");
            return !all && !some
                    || confirms.test(
                            all
                                    ? "This deletes all keys. Go on?"
                                    : "This deletes up to " + (parts.size() - 1) + " keys. Go on?");
        } catch (Refused unknown) {
            return true;
        }
    }

    private CommandReply begin() {
        if (open) {
            return CommandReply.error("ERR MULTI calls can not be nested");
        }
        open = true;
        return CommandReply.status("OK");
    }

    private CommandReply queue(List<Bytes> parts) {
        try {
            table.find(parts);
            if (queued.size() == CommandOperations.MOST_CALLS - 2) {
                throw new Refused("ERR too many commands in one transaction: at most " + queued.size());
            }
            queued.add(parts);
            return CommandReply.status("QUEUED");
        } catch (Refused refused) {
            spoilt = true;
            return CommandReply.error(((Reply.Failure) refused.reply()).text());
        }
    }

    private CommandReply discard() {
        if (!open) {
            return CommandReply.error("ERR DISCARD without MULTI");
        }
        end();
        return CommandReply.status("OK");
    }

    /** What the server refused of a transaction is shown before its end; here it was only said to be queued. */
    private List<CommandReply> finish() {
        if (!open) {
            return List.of(CommandReply.error("ERR EXEC without MULTI"));
        }
        List<List<Bytes>> calls = new ArrayList<>();
        calls.add(List.of(Bytes.of("MULTI")));
        calls.addAll(queued);
        calls.add(List.of(Bytes.of("EXEC")));
        boolean possible = !spoilt && queued.stream().allMatch(this::allows);
        boolean wrong = spoilt;
        end();
        if (!possible) {
            return List.of(
                    wrong
                            ? CommandReply.error("EXECABORT Transaction discarded because of previous errors.")
                            : CommandReply.status("Nothing was done."));
        }
        List<CommandReply> replies = send(calls);
        List<CommandReply> shown = new ArrayList<>(replies.subList(0, replies.size() - 1).stream()
                .filter(CommandReply::isError)
                .toList());
        shown.add(replies.getLast());
        return shown;
    }

    private void end() {
        open = false;
        spoilt = false;
        queued.clear();
    }
}
