package dev.yorozu.server.systems.patreon;

import dev.yorozu.secret.Storage;
import org.junit.jupiter.api.Nested;

/** The whole contract with storage that holds nothing which lets anybody in. */
class HardenedStorageTest {
    @Nested
    class SigningIn extends SignInContract {
        SigningIn() {
            super(Storage.HARDENED);
        }
    }

    @Nested
    class OfSessions extends SessionContract {
        OfSessions() {
            super(Storage.HARDENED);
        }
    }

    @Nested
    class OfTokens extends TokenContract {
        OfTokens() {
            super(Storage.HARDENED);
        }
    }
}
