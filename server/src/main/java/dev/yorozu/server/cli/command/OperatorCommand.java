package dev.yorozu.server.cli.command;

import dev.yorozu.server.cli.text.ProgressLine;
import dev.yorozu.server.operate.transport.Operation;
import dev.yorozu.server.operate.transport.Operations;
import picocli.CommandLine.Mixin;

/** A command that asks for operations, on a store or on the server that has it. */
public abstract class OperatorCommand extends ConsoleCommand {
    @Mixin
    private final Access access = new Access();

    protected final Access access() {
        return access;
    }

    /** Asks for one operation. */
    protected final <Q, A> A call(Operation<Q, A> operation, Q request) {
        return access.use(operator -> operator.call(operation, request));
    }

    /** Asks for one operation that walks the store, and shows how far it is. */
    protected final <Q, A> A walk(String task, Operation<Q, A> operation, Q request) {
        return access.use(operator -> walk(operator, task, -1, operation, request));
    }

    /** @param expected how many keys there will be; negative when that is not known */
    protected final <Q, A> A walk(
            Operations operations, String task, long expected, Operation<Q, A> operation, Q request) {
        try (ProgressLine progress = new ProgressLine(console(), task, expected)) {
            return operations.call(operation, request, progress);
        }
    }
}
