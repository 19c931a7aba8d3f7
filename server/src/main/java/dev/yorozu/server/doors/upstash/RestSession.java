package dev.yorozu.server.doors.upstash;

import dev.yorozu.command.Session;
import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import java.util.List;
import java.util.Set;

/** What one request asks for, within the rights of its credential. Nothing stays for the next request. */
record RestSession(Session session, RestReply form) {
    /** What means something only on a connection, of which there is none here. */
    private static final Set<String> CONNECTED = Set.of("MULTI", "EXEC", "DISCARD", "WATCH", "UNWATCH");

    private static final List<Bytes> MULTI = List.of(Bytes.of("MULTI"));
    private static final List<Bytes> EXEC = List.of(Bytes.of("EXEC"));

    /** A status of HTTP, and a body. */
    record Answer(int status, byte[] json) {}

    Answer call(List<Bytes> parts) {
        requireAlone(parts);
        return answer(session.execute(parts));
    }

    /** Calls one after the other; each has its own answer. */
    Answer pipeline(List<List<Bytes>> calls) {
        calls.forEach(RestSession::requireAlone);
        return new Answer(200, form.of(session.executeAll(calls)));
    }

    /** Calls as one step, or none of them. */
    Answer transaction(List<List<Bytes>> calls) {
        calls.forEach(RestSession::requireAlone);
        session.execute(MULTI);
        calls.forEach(session::execute);
        Reply reply = session.execute(EXEC);
        return reply instanceof Reply.Array replies ? new Answer(200, form.of(replies.items())) : answer(reply);
    }

    private static void requireAlone(List<Bytes> parts) {
        String name = Call.word(parts.getFirst());
        if (CONNECTED.contains(name)) {
            throw new Refused("ERR Command is not available: '" + name + "'. Send the commands to /multi-exec instead");
        }
    }

    private Answer answer(Reply reply) {
        return new Answer(status(reply), form.of(reply));
    }

    /** A fault of the store is not the client's. */
    private static int status(Reply reply) {
        if (!(reply instanceof Reply.Failure failure)) {
            return 200;
        }
        String text = failure.text();
        return text.startsWith("UNAVAILABLE ") || text.startsWith("UNKNOWN ") ? 503 : 400;
    }
}
