package dev.yorozu.server.systems.patreon;

import dev.yorozu.json.Document;
import dev.yorozu.oauth.Freshness;
import dev.yorozu.oauth.Renewal;
import dev.yorozu.oauth.Renewals;
import dev.yorozu.seat.Refresh;
import dev.yorozu.seat.Seat;
import dev.yorozu.seat.SeatTokens;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.server.metrics.TokenMetrics;
import dev.yorozu.server.metrics.TokenMetrics.Rotated;
import java.util.Optional;
import java.util.Set;

/**
 * Signed tokens for sessions, the next pair for a refresh token, and new tokens of Patreon's for a session.
 *
 * <p>Whatever can fail is asked before a refresh token is spent: a client that is told of a failure can try again.
 */
final class Refreshes {
    private static final long VERSION = 1;
    private static final int NO_ANSWER = 504;
    private static final Set<Problem> OVER = Set.of(PatreonErrors.PATREON_TOKEN_EXPIRED, PatreonErrors.SESSION_INVALID);

    private final Admission admission;
    private final Optional<SeatTokens> tokens;
    private final Renewals<Seat> renewals;
    private final Departures departures;
    private final Limits limits;
    private final PatreonTrail trail;
    private final TokenMetrics metrics;

    Refreshes(
            Admission admission,
            Optional<SeatTokens> tokens,
            Renewals<Seat> renewals,
            Departures departures,
            Limits limits,
            PatreonTrail trail,
            TokenMetrics metrics) {
        this.admission = admission;
        this.tokens = tokens;
        this.renewals = renewals;
        this.departures = departures;
        this.limits = limits;
        this.trail = trail;
        this.metrics = metrics;
    }

    /** Ends the call unless tokens can be signed. */
    private SeatTokens signing() {
        return tokens.orElseThrow(PatreonErrors.JWT_NOT_CONFIGURED::exception);
    }

    /** The first pair of a new family. */
    SeatTokens.Issued issue(String sessionToken) {
        SeatTokens signing = signing();
        Visitor visitor = admission.bySession(sessionToken);
        limits.byUser(PatreonRates.TOKEN, "token", visitor.seat().user());
        return signing.issue(visitor.seat(), claims(visitor.patron()));
    }

    /** The next pair; without one, the call ends with what is wrong. */
    SeatTokens.Issued refresh(String refreshToken, Client client) {
        return switch (signing().refresh(refreshToken, seat -> claims(patron(seat)))) {
            case Refresh.Refreshed refreshed -> {
                metrics.count(Rotated.ROTATED);
                yield refreshed.issued();
            }
            case Refresh.Repeated repeated -> {
                metrics.count(Rotated.REPEATED);
                trail.repeated(client);
                yield repeated.issued();
            }
            case Refresh.Reused reused -> {
                metrics.count(Rotated.REUSED);
                trail.reused(client, reused.user(), reused.family());
                throw PatreonErrors.INVALID_REFRESH_TOKEN.exception();
            }
            case Refresh.SessionOver over -> throw refused(PatreonErrors.SESSION_EXPIRED);
            case Refresh.Invalid invalid -> throw refused(PatreonErrors.INVALID_REFRESH_TOKEN);
        };
    }

    /** To the holder of a refresh token, a session that Patreon refuses is one that is over. */
    private Patron patron(Seat seat) {
        try {
            return admission.patron(seat);
        } catch (ProblemException refused) {
            throw OVER.contains(refused.problem()) ? PatreonErrors.SESSION_EXPIRED.exception() : refused;
        }
    }

    private ProblemException refused(Problem answer) {
        metrics.count(Rotated.REFUSED);
        return answer.exception();
    }

    /** New tokens of Patreon's for a session, which lives on from now. */
    Admission.Stay renew(String sessionToken) {
        Seat seen = admission.seat(sessionToken);
        return switch (renewals.renew(seen)) {
            case Freshness.Renewed<Seat> renewed -> stay(renewed.session());
            case Freshness.Current<Seat> current -> stay(current.session());
            case Freshness.Ended<Seat> ended -> {
                departures.forget(seen);
                throw PatreonErrors.PATREON_TOKEN_EXPIRED.exception();
            }
            case Freshness.Stale<Seat> stale ->
                throw PatreonErrors.noRefresh(
                                stale.trouble().map(Renewal.Trouble::relayed).orElse(NO_ANSWER))
                        .exception();
        };
    }

    private Admission.Stay stay(Seat seat) {
        return admission.stay(new Visitor(seat, admission.patron(seat)));
    }

    private static SeatTokens.Claims claims(Patron patron) {
        String profile = patron.profile().orElseThrow(PatreonErrors.PATREON_NOT_LINKED::exception);
        return new SeatTokens.Claims(
                profile,
                Document.empty()
                        .with("plan", patron.plan().text())
                        .with("hasBonusTokens", patron.hasBonusTokens())
                        .with("ver", VERSION));
    }
}
