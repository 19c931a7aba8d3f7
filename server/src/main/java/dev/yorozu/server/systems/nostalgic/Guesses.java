package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.limit.Attempt;
import dev.yorozu.limit.Tries;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.secret.Digests;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * How often the token of a service may be guessed: so many failed tries of one address, and so many at one service.
 *
 * <p>Both tries are taken before the token is looked at, so that any number of guesses at once are no more than that many,
 * and given back unless the token was wrong.
 */
final class Guesses {
    private final Tries byAddress;
    private final Tries byService;

    Guesses(Tries byAddress, Tries byService) {
        this.byAddress = byAddress;
        this.byService = byService;
    }

    /** Lets a token be looked at, if there is a try left; else ends the call with status 429. */
    <T> T guess(String client, Kind kind, SiteUrl url, Supplier<T> look, Predicate<T> wrong) {
        Attempt.Allowed address = taken(byAddress.take(client));
        Attempt.Allowed service;
        try {
            service = taken(byService.take(subject(kind, url)));
        } catch (RuntimeException refused) {
            byAddress.giveBack(address);
            throw refused;
        }
        boolean failed = false;
        try {
            T outcome = look.get();
            failed = wrong.test(outcome);
            return outcome;
        } finally {
            if (!failed) {
                byAddress.giveBack(address);
                byService.giveBack(service);
            }
        }
    }

    private static Attempt.Allowed taken(Attempt attempt) {
        return switch (attempt) {
            case Attempt.Allowed allowed -> allowed;
            case Attempt.Refused refused ->
                throw Refusals.tooMany(refused.retryAfterSeconds()).exception();
        };
    }

    private static String subject(Kind kind, SiteUrl url) {
        return Digests.hex(kind.id() + " " + url.text()).substring(0, 40);
    }
}
