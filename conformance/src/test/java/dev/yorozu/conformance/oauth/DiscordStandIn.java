package dev.yorozu.conformance.oauth;

import dev.yorozu.oauth.Outgoing;
import dev.yorozu.store.Bytes;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Discord's token endpoint, as far as renewals go: each refresh token is good for one renewal, and used ones are refused
 * as Discord refuses them.
 */
final class DiscordStandIn implements Outgoing {
    static final String INVALID_GRANT =
            "{\"error\":\"invalid_grant\",\"error_description\":\"Invalid \\\"refresh_token\\\" in request.\"}";

    private final AtomicInteger calls = new AtomicInteger();
    private final Set<String> used = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
    private final AtomicReference<Function<String, Answer>> answers = new AtomicReference<>(this::renew);

    /** How often it was asked. */
    int calls() {
        return calls.get();
    }

    /** What happens while the caller waits for the answer. */
    DiscordStandIn meanwhile(Runnable action) {
        meanwhile.set(action);
        return this;
    }

    /** Answers everything with this. */
    DiscordStandIn answering(Answer answer) {
        answers.set(token -> answer);
        return this;
    }

    static Answer response(int status, String body) {
        return new Answer.Response(status, Bytes.of(body));
    }

    @Override
    public Answer send(Request request) {
        int call = calls.incrementAndGet();
        Set<String> form = Arrays.stream(request.body().orElseThrow().text().split("&"))
                .map(pair -> URLDecoder.decode(pair, StandardCharsets.UTF_8))
                .collect(Collectors.toSet());
        String token = form.stream()
                .filter(pair -> pair.startsWith("refresh_token="))
                .map(pair -> pair.substring("refresh_token=".length()))
                .findFirst()
                .orElseThrow();
        boolean well = form.containsAll(Stream.of("grant_type=refresh_token", "client_id=client", "client_secret=hush")
                .toList());
        if (!well) {
            return response(401, "{\"error\":\"invalid_client\"}");
        }
        Answer answer = answers.get().apply(token + "-" + call);
        meanwhile.get().run();
        return answer;
    }

    private Answer renew(String tokenAndCall) {
        int dash = tokenAndCall.lastIndexOf('-');
        if (!used.add(tokenAndCall.substring(0, dash))) {
            return response(400, INVALID_GRANT);
        }
        String call = tokenAndCall.substring(dash + 1);
        return response(
                200,
                "{\"token_type\":\"Bearer\",\"access_token\":\"access-" + call + "\",\"expires_in\":604800,"
                        + "\"refresh_token\":\"refresh-" + call + "\",\"scope\":\"guilds identify\"}");
    }
}
