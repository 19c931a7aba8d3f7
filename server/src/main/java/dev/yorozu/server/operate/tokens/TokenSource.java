package dev.yorozu.server.operate.tokens;

import dev.yorozu.account.Directory;
import dev.yorozu.server.signing.IssuerKeys;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.ledger.Logins;
import java.time.Duration;
import java.util.Optional;

/** What the operations on tokens work on. A part may be made when it is first asked for; all stay their maker's. */
public interface TokenSource {
    Logins refresh();

    AccessTokens access();

    /** The access tokens that a system revokes by their ids, and how long one lives; empty for any other system. */
    Optional<ShortLived> access(String system);

    /** Access tokens, and how long one lives at most. */
    record ShortLived(AccessTokens tokens, Duration life) {}

    /** Empty when there are no accounts, so that users are known by their ids alone. */
    Optional<Directory> directory();

    /** The keys that a system signs with; empty for one that signs nothing. */
    Optional<IssuerKeys> keys(String system);
}
