package dev.yorozu.bench.http;

import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** A client that renews the tokens of whichever login waits longest, with the refresh token that it was given last. */
public final class RenewingTalk implements Talk {
    private static final byte[] OBJECT = "{".getBytes(StandardCharsets.UTF_8);

    private final String path;
    private final String field;
    /** Shared by all clients of a server; while requests come at a fixed rate, one thread takes and another adds. */
    private final Queue<String> tokens;

    private RenewingTalk(String path, String field, Queue<String> tokens) {
        this.path = path;
        this.field = "\"" + field + "\":\"";
        this.tokens = tokens;
    }

    /**
     * Renewals of many logins, which come in turn: one that is renewed all the time has more to remember than any real one. Each
     * server gets half of the logins that no other has.
     *
     * @param field that holds the refresh token, in the request and in the answer
     * @param logins the refresh tokens of all
     */
    public static Row row(String name, String path, String field, Deque<String> logins) {
        Supplier<Supplier<Talk>> work = () -> {
            Queue<String> own = new ConcurrentLinkedQueue<>();
            for (int i = logins.size() / 2; i > 0; i--) {
                own.add(logins.removeLast());
            }
            return () -> new RenewingTalk(path, field, own);
        };
        return new Row(name, work, List.of());
    }

    @Override
    public byte[] next() {
        return Requests.post(path, "{" + field + tokens.remove() + "\"}");
    }

    @Override
    public void answered(Answer answer) {
        answer.require(OBJECT);
        String body = answer.body();
        int start = body.indexOf(field) + field.length();
        tokens.add(body.substring(start, body.indexOf('"', start)));
    }
}
