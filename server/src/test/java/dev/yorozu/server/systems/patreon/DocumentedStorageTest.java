package dev.yorozu.server.systems.patreon;

import dev.yorozu.secret.Storage;
import org.junit.jupiter.api.Nested;

/** The whole contract with storage as the document keeps it. */
class DocumentedStorageTest {
    @Nested
    class SigningIn extends SignInContract {
        SigningIn() {
            super(Storage.DOCUMENTED);
        }
    }

    @Nested
    class OfSessions extends SessionContract {
        OfSessions() {
            super(Storage.DOCUMENTED);
        }
    }

    @Nested
    class OfTokens extends TokenContract {
        OfTokens() {
            super(Storage.DOCUMENTED);
        }
    }
}
