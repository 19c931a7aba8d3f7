package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.account.DeviceSighting;
import dev.yorozu.account.Directory;
import dev.yorozu.account.DirectoryException;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.server.access.AccountHistory;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Client;
import dev.yorozu.server.metrics.TokenMetrics;
import dev.yorozu.server.metrics.TokenMetrics.Rotated;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Login;
import dev.yorozu.token.Presented;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.Rotation;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Exchanges a refresh token for the next pair.
 *
 * <p>The account is asked for before the token is spent, so that a disabled one loses nothing but is refused. Whoever
 * disables an account ends its tokens after, and a rotation that is under way then does not succeed: there is no need for a
 * second look.
 */
record Refreshes(
        Directory directory,
        TokensAccess access,
        RefreshTokens tokens,
        AuditTrail trail,
        AccountHistory history,
        TokenMetrics metrics,
        LastUses lastUses,
        InstantSource clock) {
    private static final Logger LOGGER = Logger.getLogger(Refreshes.class.getName());

    /** The next pair; empty when the token is none that lives, for whatever reason. */
    Optional<Issued> refresh(Optional<Presented> presented, DeviceSighting sighting, Client client) {
        Optional<Account> account =
                presented.flatMap(each -> access.account(each.user())).filter(Account::enabled);
        if (account.isEmpty()) {
            return refused(client);
        }
        Claims claims = new Claims(account.get().user(), TokensJson.claims(account.get()));
        return switch (tokens.rotate(presented.get(), claims)) {
            case Rotation.Rotated rotated -> {
                metrics.count(Rotated.ROTATED);
                seen(rotated.issued().login(), sighting);
                yield Optional.of(rotated.issued());
            }
            case Rotation.Repeated repeated -> {
                metrics.count(Rotated.REPEATED);
                trail.repeated(
                        client, claims.subject(), repeated.issued().login().id());
                yield Optional.of(repeated.issued());
            }
            case Rotation.Reused reused -> {
                metrics.count(Rotated.REUSED);
                trail.reused(client, reused.user(), reused.login(), "login ended");
                history.add(reused.user(), HistoryEvent.Type.TOKEN_REUSED, client, "");
                yield Optional.empty();
            }
            case Rotation.Refused refused -> refused(client);
        };
    }

    private Optional<Issued> refused(Client client) {
        metrics.count(Rotated.REFUSED);
        trail.refused(client, Optional.empty(), "invalid refresh token");
        return Optional.empty();
    }

    /** A stamp that is lost does no harm; a pair that was not handed out because of it would. */
    private void seen(Login login, DeviceSighting sighting) {
        Optional<Long> account = TokensAccess.id(login.user());
        Optional<UUID> device = login.attributes().text(LoginIssuance.DEVICE).flatMap(Refreshes::uuid);
        if (account.isPresent() && device.isPresent() && lastUses.isNews(device.get(), sighting, clock.instant())) {
            try {
                directory.seen(account.get(), device.get(), sighting);
            } catch (DirectoryException fault) {
                LOGGER.log(Level.WARNING, () -> "A device's last use was not noted: " + fault.getMessage());
            }
        }
    }

    /** What another program may have written there is not always one. */
    private static Optional<UUID> uuid(String text) {
        try {
            return Optional.of(UUID.fromString(text));
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }
}
