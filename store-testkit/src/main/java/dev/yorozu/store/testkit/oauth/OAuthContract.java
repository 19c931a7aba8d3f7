package dev.yorozu.store.testkit.oauth;

import dev.yorozu.store.Store;
import org.junit.jupiter.api.Nested;

/** What signing in must do on every store. A store's test extends this and says how to open it. */
public abstract class OAuthContract {
    /** The store under test, with a clock that goes; may be shared between tests and hold other keys. */
    protected abstract Store store();

    @Nested
    class StartedSignIns extends AuthorizationsContract {
        StartedSignIns() {
            super(OAuthContract.this);
        }
    }

    @Nested
    class HandedOverSessions extends HandoversContract {
        HandedOverSessions() {
            super(OAuthContract.this);
        }
    }

    @Nested
    class TokenRenewals extends RenewalsContract {
        TokenRenewals() {
            super(OAuthContract.this);
        }
    }

    @Nested
    class TokenRenewalRaces extends RenewalRacesContract {
        TokenRenewalRaces() {
            super(OAuthContract.this);
        }
    }

    @Nested
    class SeatRenewals extends SeatRenewalsContract {
        SeatRenewals() {
            super(OAuthContract.this);
        }
    }
}
