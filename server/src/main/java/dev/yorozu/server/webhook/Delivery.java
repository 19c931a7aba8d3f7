package dev.yorozu.server.webhook;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What is to be told, and to whom.
 *
 * @param target may carry secrets in its path and query, as the addresses of chat services do
 * @param event what happened, such as {@code bbs.post}
 * @param body JSON, ready to be sent
 * @param signingKey known to the receiver too, so that it can tell our deliveries from forged ones
 */
public record Delivery(URI target, String event, byte[] body, byte[] signingKey) {
    private static final Pattern EVENT = Pattern.compile("[A-Za-z0-9]+([._-][A-Za-z0-9]+)*");
    private static final int LONGEST_EVENT = 64;

    public Delivery {
        if (event.length() > LONGEST_EVENT || !EVENT.matcher(event).matches()) {
            throw new IllegalArgumentException("An event is named by words with dots between them");
        }
        if (signingKey.length == 0) {
            throw new IllegalArgumentException("A delivery is signed with a key");
        }
        body = body.clone();
        signingKey = signingKey.clone();
    }

    @Override
    public byte[] body() {
        return body.clone();
    }

    @Override
    public byte[] signingKey() {
        return signingKey.clone();
    }

    /** How many bytes the body has. */
    int size() {
        return body.length;
    }

    /** Without the secrets in it. */
    @Override
    public String toString() {
        return event + " to " + Optional.ofNullable(target.getHost()).orElse("no host");
    }
}
