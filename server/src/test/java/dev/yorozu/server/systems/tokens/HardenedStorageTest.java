package dev.yorozu.server.systems.tokens;

import dev.yorozu.secret.Storage;
import org.junit.jupiter.api.Nested;

/** The whole contract with storage that keeps digests in place of tokens. */
class HardenedStorageTest {
    @Nested
    class SignIn extends SignInContract {
        SignIn() {
            super(Storage.HARDENED);
        }
    }

    @Nested
    class Refreshing extends RefreshContract {
        Refreshing() {
            super(Storage.HARDENED);
        }
    }

    @Nested
    class Logout extends LogoutContract {
        Logout() {
            super(Storage.HARDENED);
        }
    }

    @Nested
    class Devices extends DeviceContract {
        Devices() {
            super(Storage.HARDENED);
        }
    }

    @Nested
    class Password extends PasswordContract {
        Password() {
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
