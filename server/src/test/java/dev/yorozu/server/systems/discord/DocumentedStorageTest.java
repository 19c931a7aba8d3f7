package dev.yorozu.server.systems.discord;

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
    class Handover extends HandoverContract {
        Handover() {
            super(Storage.DOCUMENTED);
        }
    }

    @Nested
    class Upstream extends UpstreamContract {
        Upstream() {
            super(Storage.DOCUMENTED);
        }
    }

    @Nested
    class SessionLife extends SessionContract {
        SessionLife() {
            super(Storage.DOCUMENTED);
        }
    }

    @Nested
    class Guarding extends GuardContract {
        Guarding() {
            super(Storage.DOCUMENTED);
        }
    }

    @Nested
    class Receive extends ReceiveContract {
        Receive() {
            super(Storage.DOCUMENTED);
        }
    }

    @Nested
    class Account extends AccountContract {
        Account() {
            super(Storage.DOCUMENTED);
        }
    }
}
