package dev.yorozu.server.systems.oidc;

import dev.yorozu.oauth.Outgoing;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Fetches the JSON documents that a provider publishes. */
record Fetching(Outgoing outgoing) {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    Outgoing.Answer ask(URI address) {
        return outgoing.send(Outgoing.Request.get(address, Map.of("Accept", "application/json"), TIMEOUT));
    }

    /** The text at this address; empty when there is none to be had. */
    Optional<String> get(URI address) {
        return ask(address) instanceof Outgoing.Answer.Response response && response.status() == 200
                ? Optional.of(response.body().text())
                : Optional.empty();
    }
}
