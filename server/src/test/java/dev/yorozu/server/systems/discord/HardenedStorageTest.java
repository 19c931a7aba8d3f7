package dev.yorozu.server.systems.discord;

import dev.yorozu.secret.Storage;
import org.junit.jupiter.api.Nested;

/** The contract with storage as it is hardened. */
class HardenedStorageTest {
    @Nested
    class SignIn extends SignInContract {
        SignIn() {
            super(Storage.HARDENED);
        }
    }

    @Nested
    class Handover extends HandoverContract {
        Handover() {
            super(Storage.HARDENED);
        }
    }

    @Nested
    class SessionLife extends SessionContract {
        SessionLife() {
            super(Storage.HARDENED);
        }
    }

    @Nested
    class Guarding extends GuardContract {
        Guarding() {
            super(Storage.HARDENED);
        }
    }

    @Nested
    class Receive extends ReceiveContract {
        Receive() {
            super(Storage.HARDENED);
        }
    }

    @Nested
    class Account extends AccountContract {
        Account() {
            super(Storage.HARDENED);
        }
    }
}
