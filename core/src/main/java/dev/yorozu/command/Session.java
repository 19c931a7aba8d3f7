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
    private static final int MOST_TOGETHER = 128;

    /** Who makes calls: how sure its writes are, what it may do, and who is told of them. */
    record Client(Durability durability, Access access, Observer observer) {}

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
        try {
            Prepared call = allowed(parts);
            return switch (call.command().name()) {
                case "multi" -> transaction.begin();
                case "exec" -> transaction.execute();
                case "discard" -> transaction.discard();
                case "watch" -> transaction.watch(call.keys());
                case "unwatch" -> transaction.isOpen() ? queued(call) : transaction.unwatch();
                default -> transaction.isOpen() ? queued(call) : commands.run(call, client);
            };
        } catch (Refused refused) {
            return refuse(refused.reply());
        }
    }

    /** Answers so a call that could not even be read. */
    public Reply refuse(Reply reply) {
        transaction.spoil();
        return reply;
    }

    /** Rights are asked for when a call comes, and not once more at the end of its transaction, as in Redis. */
    private Prepared allowed(List<Bytes> parts) {
        Prepared call = commands.prepare(parts);
        Optional<String> lacking = lacking(call);
        if (lacking.isPresent()) {
            client.observer().refused(call.command(), call.keys());
            throw new Refused("NOPERM this user has no permissions to " + lacking.get());
        }
        client.observer().called(call.command());
        return call;
    }

    /** What the client may not do, and the call asks for. */
    private Optional<String> lacking(Prepared call) {
        if (!client.access().permits(call.command())) {
            return Optional.of("run the '" + call.command().name() + "' command");
        }
        return call.keys().stream().allMatch(key -> client.access().reaches(key.name()))
                ? Optional.empty()
                : Optional.of("access one of the keys used as arguments");
    }

    /**
     * Does calls that came together, in their order. From a write on, those that need no more than their keys are done as one
     * step, which is as good as one after the other, and share the wait for the disk.
     *
     * @param calls each as {@link #execute} takes it
     */
    public List<Reply> executeAll(List<List<Bytes>> calls) {
        List<Reply> replies = new ArrayList<>(calls.size());
        List<Prepared> gathered = new ArrayList<>();
        for (List<Bytes> parts : calls) {
            Optional<Prepared> joining = joining(parts, gathered);
            if (joining.isPresent()) {
                client.observer().called(joining.get().command());
                gathered.add(joining.get());
            } else {
                replies.addAll(finished(gathered));
                replies.add(execute(parts));
            }
        }
        replies.addAll(finished(gathered));
        return replies;
    }

    /** The call where it can be done together with those that were gathered; the first of these is a write. */
    private Optional<Prepared> joining(List<Bytes> parts, List<Prepared> gathered) {
        if (transaction.isOpen() || gathered.size() == MOST_TOGETHER) {
            return Optional.empty();
        }
        try {
            Prepared call = commands.prepare(parts);
            Command command = call.command();
            boolean named = !command.is(Command.Flag.KEYSPACE) && !command.is(Command.Flag.SERVER);
            return named
                            && (command.is(Command.Flag.WRITE) || !gathered.isEmpty())
                            && lacking(call).isEmpty()
                    ? Optional.of(call)
                    : Optional.empty();
        } catch (Refused refused) {
            return Optional.empty();
        }
    }

    private List<Reply> finished(List<Prepared> gathered) {
        List<Reply> replies = gathered.isEmpty() ? List.of() : commands.runTogether(gathered, client);
        gathered.clear();
        return replies;
    }

    private Reply queued(Prepared call) {
        if (call.command().is(Command.Flag.KEYSPACE)) {
            throw new Refused("ERR " + call.command().name() + " is not possible within a transaction");
        }
        return transaction.queue(call);
    }
}
