package dev.yorozu.server.metrics;

import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** The sign-ins and refreshes of one system by what became of them. */
public final class TokenMetrics {
    private final EnumCounter<Rotated> rotations;
    private final EnumCounter<SignedIn> signIns;

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
        rotations = EnumCounter.register(
                registry,
                system + "_rotations_total",
                "Refresh tokens presented, by what became of them",
                "outcome",
                Rotated.class);
        signIns = EnumCounter.register(
                registry, system + "_sign_ins_total", "Sign-ins, by what became of them", "outcome", SignedIn.class);
    }

    public void count(Rotated outcome) {
        rotations.count(outcome);
    }

    public void count(SignedIn outcome) {
        signIns.count(outcome);
    }
}
