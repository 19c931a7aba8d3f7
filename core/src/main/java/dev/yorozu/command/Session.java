package dev.yorozu.command;

import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import java.util.List;

/** What one client asks for, call by call, with the transaction that it may be in. For use by one thread at a time. */
public final class Session {
    private final Commands commands;
    private final Durability durability;
    private final Transaction transaction;

    Session(Commands commands, Durability durability) {
        this.commands = commands;
        this.durability = durability;
        this.transaction = new Transaction(commands, durability);
    }

    /**
     * Does one call.
     *
     * @param parts the name and what follows it; at least the name
     */
    public Reply execute(List<Bytes> parts) {
        try {
            Prepared call = commands.prepare(parts);
            return switch (call.command().name()) {
                case "multi" -> transaction.begin();
                case "exec" -> transaction.execute();
                case "discard" -> transaction.discard();
                case "watch" -> transaction.watch(call.keys());
                case "unwatch" -> transaction.isOpen() ? queued(call) : transaction.unwatch();
                default -> transaction.isOpen() ? queued(call) : commands.run(call, durability);
            };
        } catch (Refused refused) {
            transaction.spoil();
            return refused.reply();
        }
    }

    private Reply queued(Prepared call) {
        if (call.command().is(Command.Flag.KEYSPACE)) {
            throw new Refused("ERR " + call.command().name() + " is not possible within a transaction");
        }
        return transaction.queue(call);
    }
}
