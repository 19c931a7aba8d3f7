package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.account.DeviceSighting;
import dev.yorozu.account.Directory;
import dev.yorozu.account.DirectoryException;
import dev.yorozu.account.Occasion;
import dev.yorozu.server.metrics.TokenMetrics;
import dev.yorozu.server.metrics.TokenMetrics.Rotated;
import dev.yorozu.token.Login;
import dev.yorozu.token.Pair;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.Rotation;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Exchanges a refresh token for the next pair.
 *
 * <p>The account is asked for before the token is spent, so that a disabled one loses nothing but is refused. Whoever
 * disables an account ends its tokens after, and a rotation that is under way then does not succeed: there is no need for a
 * second look.
 */
final class Refreshes {
    private static final Logger LOGGER = Logger.getLogger(Refreshes.class.getName());

    private final Directory directory;
    private final Bearers bearers;
    private final RefreshTokens tokens;
    private final TokenTrail trail;
    private final Past past;
    private final TokenMetrics metrics;
    private final InstantSource clock;
    private final LastUses lastUses = new LastUses();

    Refreshes(
            Directory directory,
            Bearers bearers,
            RefreshTokens tokens,
            TokenTrail trail,
            Past past,
            TokenMetrics metrics,
            InstantSource clock) {
        this.directory = directory;
        this.bearers = bearers;
        this.tokens = tokens;
        this.trail = trail;
        this.past = past;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** A new pair, and the account it is for. */
    record Refreshed(Account account, Pair pair) {}

    /** Empty when the token is none that lives, for whatever reason. */
    Optional<Refreshed> refresh(String token, DeviceSighting sighting, Client client) {
        AtomicReference<Optional<Account>> admitted = new AtomicReference<>(Optional.empty());
        Rotation rotation = tokens.rotate(token, login -> {
            admitted.set(bearers.account(login.user()).filter(Account::enabled));
            return admitted.get().isPresent();
        });
        return switch (rotation) {
            case Rotation.Rotated rotated -> {
                metrics.count(Rotated.ROTATED);
                seen(rotated.pair().login(), sighting);
                yield admitted.get().map(account -> new Refreshed(account, rotated.pair()));
            }
            case Rotation.Repeated repeated -> {
                metrics.count(Rotated.REPEATED);
                trail.repeated(client, repeated.pair().login());
                yield admitted.get().map(account -> new Refreshed(account, repeated.pair()));
            }
            case Rotation.Reused reused -> {
                metrics.count(Rotated.REUSED);
                trail.reused(client, reused.user(), reused.family());
                past.add(reused.user(), Occasion.TOKEN_REUSED, client, "");
                yield Optional.empty();
            }
            case Rotation.Refused refused -> {
                metrics.count(Rotated.REFUSED);
                trail.refused(client, Optional.empty(), "invalid refresh token");
                yield Optional.empty();
            }
        };
    }

    /** A stamp that is lost does no harm; a pair that was not handed out because of it would. */
    private void seen(Login login, DeviceSighting sighting) {
        Optional<Long> account = Bearers.id(login.user());
        Optional<UUID> device = login.attributes().text(SignIns.DEVICE).flatMap(Refreshes::uuid);
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
