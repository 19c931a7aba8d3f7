package dev.yorozu.server.demo.provider;

import java.util.Arrays;
import java.util.Optional;

/** How the tokens of one practice sign-in behave. */
enum TokenBehaviour {
    /** They live as long as the provider's usually do. */
    STEADY("steady"),
    /** They end soon, and can be renewed; from then on they are steady. */
    EXPIRING("expiring"),
    /** They end soon, and the renewal is refused, as if the person had withdrawn their consent. */
    WITHDRAWN("withdrawn");

    private final String text;

    TokenBehaviour(String text) {
        this.text = text;
    }

    /** The name that forms and texts have for it. */
    String text() {
        return text;
    }

    static Optional<TokenBehaviour> named(String text) {
        return Arrays.stream(values())
                .filter(temper -> temper.text.equals(text))
                .findFirst();
    }
}
