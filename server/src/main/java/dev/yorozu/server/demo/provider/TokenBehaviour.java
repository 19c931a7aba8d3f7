package dev.yorozu.server.demo.provider;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How the tokens of one practice sign-in behave. */
enum TokenBehaviour {
    /** They live as long as the provider's usually do. */
    STEADY,
    /** They end soon, and can be renewed; from then on they are steady. */
    EXPIRING,
    /** They end soon, and the renewal is refused, as if the person had withdrawn their consent. */
    WITHDRAWN;

    /** The name that forms and texts have for it. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<TokenBehaviour> named(String text) {
        return Arrays.stream(values())
                .filter(temper -> temper.text().equals(text))
                .findFirst();
    }
}
