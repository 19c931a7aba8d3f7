package dev.yorozu.server.systems.users;

import dev.yorozu.secret.Storage;
import org.junit.jupiter.api.Nested;

/** The whole contract with storage that keeps digests in place of tokens. */
class HardenedStorageTest {
    @Nested
    class Auth extends AuthContract {
        Auth() {
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
    class Admin extends AdminContract {
        Admin() {
            super(Storage.HARDENED);
        }
    }
}
