package dev.yorozu.bench.token;

import dev.yorozu.bench.http.Answer;
import dev.yorozu.bench.http.Talk;
import dev.yorozu.bench.http.Visit;

/** A client that renews its tokens over and over, each time with the refresh token that it was given last. */
final class RefreshTalk implements Talk {
    private static final String PATH = "/tokens/api/entrance/refresh";
    private static final String FIELD = "\"refreshToken\":\"";

    private final boolean rotates;
    private String token;

    private RefreshTalk(String token, boolean rotates) {
        this.token = token;
        this.rotates = rotates;
    }

    static RefreshTalk from(String token) {
        return new RefreshTalk(token, true);
    }

    /** Asks the same of a server that checks nothing. */
    static RefreshTalk withBareServer(String token) {
        return new RefreshTalk(token, false);
    }

    @Override
    public byte[] next() {
        return Visit.post(PATH, "{" + FIELD + token + "\"}");
    }

    @Override
    public void answered(Answer answer) {
        if (answer.status() != 200) {
            throw new IllegalStateException("A current token is refused:\n" + answer);
        }
        if (rotates) {
            String body = answer.body();
            int start = body.indexOf(FIELD) + FIELD.length();
            token = body.substring(start, body.indexOf('"', start));
        }
    }
}
