package dev.yorozu.server.operate.transport;

/** Where operations are asked for: in this process, or on a server that runs elsewhere. The answers are the same. */
public interface Operations {
    /** @param progress is told how far it is, where the operation walks the store */
    <Q, A> A call(Operation<Q, A> operation, Q request, Progress progress);

    default <Q, A> A call(Operation<Q, A> operation, Q request) {
        return call(operation, request, Progress.NONE);
    }
}
