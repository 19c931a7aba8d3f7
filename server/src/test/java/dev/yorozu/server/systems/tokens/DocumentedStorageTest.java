package dev.yorozu.server.systems.tokens;

import dev.yorozu.secret.Storage;
import org.junit.jupiter.api.Nested;

/** The whole contract with storage as it is documented. */
class DocumentedStorageTest {
    @Nested
    class SignIn extends SignInContract {
        SignIn() {
            super(Storage.DOCUMENTED);
        }
    }

    @Nested
    class Refreshing extends RefreshContract {
        Refreshing() {
            super(Storage.DOCUMENTED);
        }
    }

    @Nested
    class Logout extends LogoutContract {
        Logout() {
            super(Storage.DOCUMENTED);
        }
    }

    @Nested
    class Devices extends DeviceContract {
        Devices() {
            super(Storage.DOCUMENTED);
        }
    }

    @Nested
    class Password extends PasswordContract {
        Password() {
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
