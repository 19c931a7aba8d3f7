package dev.yorozu.token;

import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.util.Optional;

/**
 * Refresh tokens of which each is spent once for the next. Safe for use by any number of threads and servers.
 *
 * <p>Where the truth lies differs by system and is a {@link Lineage}. How a token is spent does not:
 *
 * <ol>
 *   <li><b>Presented.</b> The token's own words or its record say whose it is. <i>Nothing has changed yet</i>; whatever can
 *       fail or take time, such as a look at the user's account, happens here.
 *   <li><b>Found.</b> The lineage says whether it is the current token of its login. One that was spent a moment ago is
 *       answered with what came for it, without any change, because an answer can get lost. One that was spent longer ago
 *       may be in other hands: its login ends.
 *   <li><b>Prepared.</b> What the successor needs besides the lineage is written: a record that no lineage names. <i>A crash
 *       here</i> leaves a record that grants no access and ends by itself.
 *   <li><b>Spent.</b> The lineage is changed, if it is still the one that was seen: the successor is current, the token is
 *       spent, and what came for it is kept. This is the step that counts, and of concurrent attempts one succeeds;
 *       the others look again. <i>A crash here</i> leaves the client without an answer; its retry is answered as above.
 *   <li><b>Marked.</b> Programs that look at nothing but the token or its id find it spent. <i>A crash before that</i>
 *       changes nothing here: the lineage knows.
 * </ol>
 */
public final class RefreshTokens {
    /** How often concurrent writers may change the same lineage during one rotation; each time one succeeded. */
    private static final int ROUNDS = 256;

    private final Store store;
    private final Lineage lineage;

    public RefreshTokens(Store store, Lineage lineage) {
        this.store = store;
        this.lineage = lineage;
    }

    /** A token that is presented; empty for a text that is none, about which the store is not asked. */
    public Optional<Presented> present(String token) {
        return RoundTrip.ask(store, trip -> present(trip, token));
    }

    /** As {@link #present(String)}, on a trip of the caller's. */
    public RoundTrip.Answer<Optional<Presented>> present(RoundTrip trip, String token) {
        return lineage.present(trip, token);
    }

    /**
     * Spends a token for the next pair.
     *
     * @param claims what the new access token says; a user who may not go on must not come this far
     */
    public Rotation rotate(Presented presented, Claims claims) {
        for (int round = 0; round < ROUNDS; round++) {
            Optional<Rotation> outcome = attempt(presented, claims);
            if (outcome.isPresent()) {
                if (!(outcome.get() instanceof Rotation.Rotated)) {
                    presented.discard();
                }
                return outcome.get();
            }
        }
        presented.discard();
        throw new StoreException.Unavailable("Others change the same login all the time");
    }

    /** Empty when a concurrent writer changed the lineage meanwhile. */
    private static Optional<Rotation> attempt(Presented presented, Claims claims) {
        return switch (presented.standing()) {
            case CURRENT -> presented.spend(claims).map(Rotation.Rotated::new);
            case JUST_SPENT -> Optional.of(new Rotation.Repeated(presented.successor(claims)));
            case SPENT -> Optional.of(new Rotation.Reused(presented.user(), presented.login(), presented.endReused()));
            case REVOKED ->
                presented.endRevoked() ? Optional.of(new Rotation.Refused(Rotation.Reason.REVOKED)) : Optional.empty();
            case ENDED -> Optional.of(new Rotation.Refused(Rotation.Reason.ENDED));
            case INVALID -> Optional.of(new Rotation.Refused(Rotation.Reason.INVALID));
        };
    }
}
