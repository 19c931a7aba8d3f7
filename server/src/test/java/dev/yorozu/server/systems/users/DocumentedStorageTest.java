package dev.yorozu.server.systems.users;

import dev.yorozu.secret.Storage;
import org.junit.jupiter.api.Nested;

/** The whole contract with storage as the document keeps it. */
class DocumentedStorageTest {
    @Nested
    class Auth extends AuthContract {
        Auth() {
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
    class Admin extends AdminContract {
        Admin() {
            super(Storage.DOCUMENTED);
        }
    }
}
