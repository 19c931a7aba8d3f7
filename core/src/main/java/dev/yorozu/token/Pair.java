package dev.yorozu.token;

import dev.yorozu.json.Document;
import java.util.Optional;
import java.util.function.Function;

/** An access token, and the refresh token that renews it. Its text form shows neither. */
record Pair(String accessToken, String refreshToken) {
    /** The pair that lies in these fields; empty where one is missing. */
    static Optional<Pair> read(Function<String, Optional<String>> fields, String access, String refresh) {
        return fields.apply(access).flatMap(token -> fields.apply(refresh).map(renewing -> new Pair(token, renewing)));
    }

    /** A JSON object with nothing but this pair, in these fields. */
    String json(String access, String refresh) {
        return Document.empty()
                .with(access, accessToken)
                .with(refresh, refreshToken)
                .bytes()
                .text();
    }

    @Override
    public String toString() {
        return "Pair";
    }
}
