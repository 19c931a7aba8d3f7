package dev.yorozu.server.systems.patreon;

import dev.yorozu.json.Document;
import dev.yorozu.oauth.Freshness;
import dev.yorozu.oauth.ProviderResult;
import dev.yorozu.oauth.Renewals;
import dev.yorozu.secret.TokenForm;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Client;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.server.metrics.TokenMetrics;
import dev.yorozu.server.metrics.TokenMetrics.Rotated;
import dev.yorozu.server.systems.patreon.PatronAuthentication.Authenticated;
import dev.yorozu.session.Session;
import dev.yorozu.store.Store;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Presented;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.Rotation;
import dev.yorozu.token.TokenFamilies;
import java.util.Optional;
import java.util.Set;

/**
 * Signed tokens for sessions, the next pair for a refresh token, and new tokens of Patreon's for a session.
 *
 * <p>Whatever can fail is asked before a refresh token is spent: a client that is told of a failure can try again.
 */
record TokenRefresh(
        PatronAuthentication authentication,
        Store store,
        Optional<TokenFamilies> tokens,
        Renewals renewals,
        SessionTermination termination,
        AuditTrail trail,
        TokenMetrics metrics) {
    private static final long VERSION = 1;
    private static final Claims NONE = new Claims("", Document.empty());
    private static final int NO_ANSWER = 504;
    private static final Set<Problem> OVER = Set.of(PatreonErrors.PATREON_TOKEN_EXPIRED, PatreonErrors.SESSION_INVALID);

    /** Ends the call unless tokens can be signed. */
    private TokenFamilies signing() {
        return tokens.orElseThrow(PatreonErrors.JWT_NOT_CONFIGURED::exception);
    }

    /** The first pair of a new family. */
    Issued issue(Authenticated patron) {
        return signing().issue(patron.session(), claims(patron.patron()));
    }

    /** The next pair; without one, the call ends with what is wrong. */
    Issued refresh(String refreshToken, Client client) {
        RefreshTokens rotating = new RefreshTokens(store, signing());
        Presented presented =
                rotating.present(refreshToken).orElseThrow(() -> refused(PatreonErrors.INVALID_REFRESH_TOKEN));
        Claims claims = presented.isAdmissible() ? claims(patron(presented)) : NONE;
        return switch (rotating.rotate(presented, claims)) {
            case Rotation.Rotated rotated -> {
                metrics.count(Rotated.ROTATED);
                yield rotated.issued();
            }
            case Rotation.Repeated repeated -> {
                metrics.count(Rotated.REPEATED);
                trail.append(trail.event(client, "repeat"));
                yield repeated.issued();
            }
            case Rotation.Reused reused -> {
                metrics.count(Rotated.REUSED);
                trail.reused(client, reused.user(), reused.login(), "family ended");
                throw PatreonErrors.INVALID_REFRESH_TOKEN.exception();
            }
            case Rotation.Refused refused ->
                throw refused(
                        refused.reason() == Rotation.Reason.ENDED
                                ? PatreonErrors.SESSION_EXPIRED
                                : PatreonErrors.INVALID_REFRESH_TOKEN);
        };
    }

    /** To the holder of a refresh token, a session that Patreon refuses is one that is over. */
    private Patron patron(Presented presented) {
        Optional<String> profile = Optional.of(presented.user()).filter(TokenForm.UUID::accepts);
        try {
            return authentication
                    .bySession(presented.session().orElseThrow(), profile)
                    .patron();
        } catch (ProblemException refused) {
            throw OVER.contains(refused.problem()) ? PatreonErrors.SESSION_EXPIRED.exception() : refused;
        }
    }

    private ProblemException refused(Problem answer) {
        metrics.count(Rotated.REFUSED);
        return answer.exception();
    }

    /** New tokens of Patreon's for a session, which lives on from now. */
    Authenticated renew(String sessionToken) {
        Session seen = authentication.session(sessionToken);
        return switch (renewals.renew(seen)) {
            case Freshness.Renewed renewed -> authentication.bySession(renewed.session(), Optional.empty());
            case Freshness.Current current -> authentication.bySession(current.session(), Optional.empty());
            case Freshness.Ended ended -> {
                termination.forget(seen);
                throw PatreonErrors.PATREON_TOKEN_EXPIRED.exception();
            }
            case Freshness.Stale stale ->
                throw PatreonErrors.noRefresh(stale.trouble()
                                .map(ProviderResult.Failed::relayed)
                                .orElse(NO_ANSWER))
                        .exception();
        };
    }

    private static Claims claims(Patron patron) {
        String profile = patron.profile().orElseThrow(PatreonErrors.PATREON_NOT_LINKED::exception);
        return new Claims(
                profile,
                Document.empty()
                        .with("plan", patron.plan().text())
                        .with("hasBonusTokens", patron.hasBonusTokens())
                        .with("ver", VERSION));
    }
}
