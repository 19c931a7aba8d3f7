package dev.yorozu.bench.http;

import java.nio.charset.StandardCharsets;

/** A client that renews its tokens over and over, each time with the refresh token that it was given last. */
public final class RenewingTalk implements Talk {
    private static final byte[] OBJECT = "{".getBytes(StandardCharsets.UTF_8);

    private final String path;
    private final String field;
    private String token;

    /** @param field that holds the refresh token, in the request and in the answer */
    public RenewingTalk(String path, String field, String token) {
        this.path = path;
        this.field = "\"" + field + "\":\"";
        this.token = token;
    }

    @Override
    public byte[] next() {
        return Requests.post(path, "{" + field + token + "\"}");
    }

    @Override
    public void answered(Answer answer) {
        answer.require(OBJECT);
        String body = answer.body();
        int start = body.indexOf(field) + field.length();
        token = body.substring(start, body.indexOf('"', start));
    }
}
