package dev.yorozu.command;

import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What one client asks for, call by call, with the transaction that it may be in. For use by one thread at a time. */
public final class Session {
    /** Who makes calls: how sure its writes are, what it may do, and who is told of them. */
    record Client(Durability durability, Access access, Observer observer) {
        /** What the client may not do now, and the call asks for. */
        Optional<Lacking> lacking(Prepared call) {
            if (!access.permits(call.command())) {
                return Optional.of(Lacking.COMMAND);
            }
            return call.keys().stream().allMatch(key -> access.reaches(key.name()))
                    ? Optional.empty()
                    : Optional.of(Lacking.KEY);
        }
    }

    /** A right that a client has not. */
    enum Lacking {
        COMMAND,
        KEY;

        /** As Redis says it when the call comes. */
        Refused refusal(Prepared call) {
            return new Refused("NOPERM this user has no permissions to "
                    + switch (this) {
                        case COMMAND -> "run the '" + call.command().name() + "' command";
                        case KEY -> "access one of the keys used as arguments";
                    });
        }

        /** As Redis says it when the right was there when the call came, and is not at the end of its transaction. */
        Reply lateRefusal() {
            return Reply.error(
                    "NOPERM ACLs rules changed between the moment the transaction was accumulated and the EXEC"
                            + " call. This command is no longer allowed for the following reason: "
                            + switch (this) {
                                case COMMAND -> "no permission to execute the command or subcommand";
                                case KEY -> "no permission to touch the specified keys";
                            });
        }
    }

    private final Commands commands;
    private final Client client;
    private final Transaction transaction;

    Session(Commands commands, Client client) {
        this.commands = commands;
        this.client = client;
        this.transaction = new Transaction(commands, client);
    }

    /**
     * Does one call.
     *
     * @param parts the name and what follows it; at least the name
     */
    public Reply execute(List<Bytes> parts) {
        return executeFirst(List.of(parts)).getFirst();
    }

    private Reply run(Prepared call) {
        return switch (call.command().name()) {
            case "multi" -> transaction.begin();
            case "exec" -> Commands.answered(transaction::execute);
            case "discard" -> transaction.discard();
            case "watch" -> Commands.answered(() -> transaction.watch(call.keys()));
            case "unwatch" -> transaction.isOpen() ? queued(call) : transaction.unwatch();
            default -> transaction.isOpen() ? queued(call) : commands.run(call, client);
        };
    }

    /** Answers so a call that could not even be read. */
    public Reply refuse(Reply reply) {
        transaction.spoil();
        return reply;
    }

    /** Rights are asked for when a call comes, and once more at the end of its transaction, as in Redis. */
    private Prepared allowed(List<Bytes> parts) {
        Prepared call = commands.prepare(parts);
        Optional<Lacking> lacking = client.lacking(call);
        if (lacking.isPresent()) {
            client.observer().refused(call.command(), call.keys());
            throw lacking.get().refusal(call);
        }
        return call;
    }

    /**
     * Does calls that came together, in their order.
     *
     * @param calls each as {@link #execute} takes it
     */
    public List<Reply> executeAll(List<List<Bytes>> calls) {
        List<Reply> replies = new ArrayList<>(calls.size());
        while (replies.size() < calls.size()) {
            replies.addAll(executeFirst(calls.subList(replies.size(), calls.size())));
        }
        return replies;
    }

    /** Whether {@link #executeAsOne} takes any calls, also on keys that lie far apart. */
    public boolean takesAll() {
        return commands.takesAll();
    }

    /**
     * Does calls as one step, as between MULTI and EXEC: gives the reply of each, or why none was done. How many they may be is
     * for the caller to bound.
     *
     * @param calls each as {@link #execute} takes it, on keys that it names
     */
    public Reply executeAsOne(List<List<Bytes>> calls) {
        try {
            List<Prepared> prepared = calls.stream().map(this::allowed).toList();
            prepared.forEach(call -> client.observer().called(call.command()));
            return commands.runAll(prepared, List.of(), client);
        } catch (Refused refused) {
            return refused.reply();
        }
    }

    /**
     * Does the first of calls that came together, one or more of them, and gives their replies. Those that {@linkplain
     * Commands#begins can} are done as one step, which is as good as one after the other, and share the wait for the disk. So
     * many are left for the next time that the replies never take much more memory than the longest of them.
     *
     * @param calls each as {@link #execute} takes it; at least one
     */
    public List<Reply> executeFirst(List<List<Bytes>> calls) {
        try {
            Prepared first = allowed(calls.getFirst());
            if (calls.size() == 1 || transaction.isOpen() || !commands.begins(first)) {
                client.observer().called(first.command());
                return List.of(run(first));
            }
            List<Prepared> together = together(first, calls);
            List<Reply> replies = commands.runTogether(together, client);
            together.stream()
                    .limit(replies.size())
                    .forEach(call -> client.observer().called(call.command()));
            return replies;
        } catch (Refused refused) {
            return List.of(refuse(refused.reply()));
        }
    }

    /** The first calls, as far as they can be done together; one that is refused waits for its turn. */
    private List<Prepared> together(Prepared first, List<List<Bytes>> calls) {
        List<Prepared> together = new ArrayList<>(List.of(first));
        try {
            for (List<Bytes> parts : calls.subList(1, Math.min(calls.size(), commands.mostTogether()))) {
                Prepared call = commands.prepare(parts);
                if (!commands.joins(first, call) || client.lacking(call).isPresent()) {
                    break;
                }
                together.add(call);
            }
        } catch (Refused refused) {
            return together;
        }
        return together;
    }

    private Reply queued(Prepared call) {
        if (call.command().is(Command.Flag.KEYSPACE) || call.command().is(Command.Flag.COUNTED)) {
            throw new Refused("ERR " + call.command().name() + " is not possible within a transaction");
        }
        return transaction.queue(call);
    }
}
