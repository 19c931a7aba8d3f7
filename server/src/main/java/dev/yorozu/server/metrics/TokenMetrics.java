package dev.yorozu.server.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Locale;

/** The sign-ins and refreshes of one system by what became of them. */
public final class TokenMetrics {
    private final Counter rotations;
    private final Counter signIns;

    /** What becomes of a refresh token that is presented. */
    public enum Rotated {
        ROTATED,
        /** Presented again within the grace. */
        REPEATED,
        /** Presented again after it: the login was ended, or all of its user. */
        REUSED,
        REFUSED
    }

    /** What becomes of a sign-in. */
    public enum SignedIn {
        ENTERED,
        /** Wrong credentials, or refused by the provider. */
        REFUSED,
        /** Too many tries. */
        LIMITED,
        /** The account changed while it was being signed in to, or somebody else took the seat. */
        OVERTAKEN
    }

    /** @param system what the names begin with */
    TokenMetrics(PrometheusRegistry registry, String system) {
        rotations = Counter.builder()
                .name(system + "_rotations_total")
                .help("Refresh tokens presented, by what became of them")
                .labelNames("outcome")
                .register(registry);
        signIns = Counter.builder()
                .name(system + "_sign_ins_total")
                .help("Sign-ins, by what became of them")
                .labelNames("outcome")
                .register(registry);
        for (Rotated outcome : Rotated.values()) {
            rotations.initLabelValues(word(outcome));
        }
        for (SignedIn outcome : SignedIn.values()) {
            signIns.initLabelValues(word(outcome));
        }
    }

    public void count(Rotated outcome) {
        rotations.labelValues(word(outcome)).inc();
    }

    public void count(SignedIn outcome) {
        signIns.labelValues(word(outcome)).inc();
    }

    private static String word(Enum<?> outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }
}
