package dev.yorozu.bench.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;

/** A client that renews the tokens of its logins in turn, each with the refresh token that it was given last. */
public final class RenewingTalk implements Talk {
    private static final byte[] OBJECT = "{".getBytes(StandardCharsets.UTF_8);

    private final String path;
    private final String field;
    private final Deque<String> tokens;

    /**
     * @param field that holds the refresh token, in the request and in the answer
     * @param tokens one of each login
     */
    public RenewingTalk(String path, String field, Collection<String> tokens) {
        this.path = path;
        this.field = "\"" + field + "\":\"";
        this.tokens = new ArrayDeque<>(tokens);
    }

    /**
     * Takes the logins of one client out of all: many, because a login that is refreshed all the time has more to remember
     * than any real one.
     */
    public static Collection<String> share(Deque<String> all, int users) {
        Deque<String> share = new ArrayDeque<>();
        for (int i = Math.max(1, users / 1024); i > 0; i--) {
            share.add(all.removeLast());
        }
        return share;
    }

    @Override
    public byte[] next() {
        return Requests.post(path, "{" + field + tokens.removeFirst() + "\"}");
    }

    @Override
    public void answered(Answer answer) {
        answer.require(OBJECT);
        String body = answer.body();
        int start = body.indexOf(field) + field.length();
        tokens.addLast(body.substring(start, body.indexOf('"', start)));
    }
}
