package dev.yorozu.command;

import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Reply;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/*
 * A step is one call, or all between MULTI and EXEC. What is held against the declarations is not what the calls say but what
 * they left behind, so that no command slips by: the type, the life and, where a form is declared, the string of each declared
 * key that a call names which writes and has not failed. The step is still running then, so that it can be undone: what was
 * at its keys before is copied first, and written back. That costs reading these keys, and is done only where there may be
 * something to undo: a command that keeps type and life leaves a key that is there, and as it should be, so.
 */

/** Does steps, and holds what they leave behind against the declared keyspace. */
record SchemaCheck(SchemaMode mode) {
    boolean watches() {
        return mode != SchemaMode.OFF;
    }

    boolean undoes() {
        return mode == SchemaMode.ENFORCE;
    }

    /** Does calls as one step of a program. */
    Step run(List<Prepared> calls, Store.State state, BiFunction<Prepared, Store.State, Reply> doing) {
        Optional<KeyCopies> before = undoes() && mayHarm(calls, state)
                ? Optional.of(KeyCopies.of(
                        state,
                        calls.stream().flatMap(call -> call.keys().stream()).toList()))
                : Optional.empty();
        List<Reply> replies = new ArrayList<>(calls.size());
        calls.forEach(call -> replies.add(doing.apply(call, state)));
        List<Violation> violations = watches() ? violations(calls, replies, state) : List.of();
        if (violations.isEmpty() || before.isEmpty()) {
            return new Step(calls, replies, violations, false);
        }
        before.get().restore(state);
        return Step.undone(calls, violations);
    }

    private static boolean mayHarm(List<Prepared> calls, Store.State state) {
        if (calls.stream().noneMatch(SchemaCheck::isChecked)) {
            return false;
        }
        Prepared first = calls.getFirst();
        return calls.size() > 1 || !first.command().is(Command.Flag.KEEPS) || !isSound(first, state);
    }

    /** Whether this call writes to a declared key. */
    static boolean isChecked(Prepared call) {
        return call.command().is(Command.Flag.WRITE) && call.patterns().stream().anyMatch(Optional::isPresent);
    }

    /** Whether all declared keys of a call are there, and as they should be. */
    private static boolean isSound(Prepared call, Store.State state) {
        for (int i = 0; i < call.keys().size(); i++) {
            Optional<KeyPattern> pattern = call.patterns().get(i);
            Key key = call.keys().get(i);
            if (pattern.isPresent()
                    && (state.read(new Read.Type(key)).isEmpty()
                            || Shapes.flaw(state::read, pattern.get().shape(), key)
                                    .isPresent())) {
                return false;
            }
        }
        return true;
    }

    private static List<Violation> violations(List<Prepared> calls, List<Reply> replies, Store.State state) {
        List<Violation> found = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            Prepared call = calls.get(i);
            if (isChecked(call) && !(replies.get(i) instanceof Reply.Failure)) {
                for (int k = 0; k < call.keys().size(); k++) {
                    Key key = call.keys().get(k);
                    call.patterns()
                            .get(k)
                            .ifPresent(pattern -> Shapes.flaw(state::read, pattern.shape(), key)
                                    .ifPresent(flaw -> found.add(new Violation(pattern, key, flaw))));
                }
            }
        }
        return found.stream().distinct().toList();
    }
}
