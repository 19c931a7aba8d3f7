package dev.yorozu.server.systems.discord;

import dev.yorozu.secret.Storage;
import org.junit.jupiter.api.Nested;

/** The whole contract with storage as it is hardened. */
class HardenedStorageTest {
    @Nested
    class SignIn extends SignInContract {
        SignIn() {
            super(Storage.HARDENED);
        }
    }
}
