package dev.yorozu.server.outgoing;

import dev.yorozu.store.Bytes;
import java.net.http.HttpResponse;

/** What came of one exchange over HTTP. */
public sealed interface Exchanged {
    /** The whole answer, whatever its status. */
    record Answered(HttpResponse<Bytes> response) implements Exchanged {}

    /** No whole answer in time; what was asked may have been done. */
    record TimedOut() implements Exchanged {}

    /** No answer that can be used: no connection, no trust, too large, or the thread was interrupted. */
    record Unreachable() implements Exchanged {}
}
