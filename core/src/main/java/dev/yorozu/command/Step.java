package dev.yorozu.command;

import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Key;
import java.util.List;

/**
 * Calls that were done as one step.
 *
 * @param replies one for each call; the refusal alone where the step was undone
 * @param violations what it has left behind, or would have, against the declared keyspace
 */
record Step(List<Prepared> calls, List<Reply> replies, List<Violation> violations, boolean undone) {
    /** A step that was undone because of what it would have left behind. */
    static Step undone(List<Prepared> calls, List<Violation> violations) {
        return new Step(calls, List.of(violations.getFirst().reply()), violations, true);
    }

    /** Tells what happened, once it has. */
    void tell(Observer observer, boolean watched) {
        violations.forEach(violation -> observer.violated(violation, undone));
        if (undone) {
            return;
        }
        for (int i = 0; i < calls.size(); i++) {
            if (!(replies.get(i) instanceof Reply.Failure)) {
                tell(calls.get(i), replies.get(i), observer, watched);
            }
        }
    }

    private static void tell(Prepared call, Reply reply, Observer observer, boolean watched) {
        Command command = call.command();
        List<Key> deleted = command.deletions().of(call.parts(), call.keys(), reply);
        if (!deleted.isEmpty()) {
            observer.deleted(command, deleted);
        }
        if (command.is(Command.Flag.WRITE) || command.is(Command.Flag.KEYSPACE)) {
            observer.done(command, call.keys());
        }
        if (watched && command.is(Command.Flag.WRITE)) {
            for (int i = 0; i < call.keys().size(); i++) {
                if (call.patterns().get(i).isEmpty()) {
                    observer.undeclared(call.keys().get(i));
                }
            }
        }
    }
}
