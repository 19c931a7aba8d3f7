package dev.yorozu.token.ledger;

import dev.yorozu.json.Document;
import dev.yorozu.token.Access;
import dev.yorozu.token.Login;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One login as the ledger keeps it.
 *
 * @param token what stands for the current refresh token in keys
 * @param spent the token before it, and how to give its successor once more
 * @param remembered what stands in keys for the spent tokens that still have a record, oldest first
 * @param access the access tokens issued with this line, oldest first
 */
record Line(
        String family,
        String token,
        Instant beganAt,
        Instant issuedAt,
        Instant endsAt,
        Optional<Spent> spent,
        List<String> remembered,
        List<Access> access,
        Document attributes) {
    /**
     * How many access tokens a login may have before it gets another only every now and then. No access token is taken away
     * before its end; so what bounds their number is that from here on a rotation gives the newest one once more, for as
     * long as that has lost no more than this fraction of its life. That makes up to twice as many.
     */
    static final int MANY_ACCESS = 32;

    Line {
        remembered = List.copyOf(remembered);
        access = List.copyOf(access);
    }

    /** The login of a token that nothing else is known about. */
    static Line first(
            String family, String token, Instant issuedAt, Instant endsAt, List<Access> access, Document with) {
        return new Line(family, token, issuedAt, issuedAt, endsAt, Optional.empty(), List.of(), access, with);
    }

    /** As much of it as the record of its token tells. */
    Line recorded() {
        return first(family, token, issuedAt, endsAt, List.of(), attributes);
    }

    /**
     * A token that was spent.
     *
     * @param token what stands for it in keys
     * @param successor the token that came for it; sealed under the spent one where storage is hardened
     */
    record Spent(String token, Instant at, String successor) {}

    /**
     * The line one token further.
     *
     * @param newest the access token that comes with it: a new one, or the newest once more
     * @param most how many spent tokens are remembered
     */
    Line next(String token, Instant issuedAt, Instant endsAt, Spent spent, Access newest, int most) {
        List<String> past = new ArrayList<>(remembered);
        past.add(spent.token());
        List<Access> longer = new ArrayList<>(access);
        if (!longer.contains(newest)) {
            longer.add(newest);
        }
        return new Line(
                family,
                token,
                beganAt,
                issuedAt,
                endsAt,
                Optional.of(spent),
                past.subList(Math.max(0, past.size() - most), past.size()),
                longer,
                attributes);
    }

    /** The newest access token, where the login has many and this one is almost as good as new. */
    Optional<Access> recentAccess(Instant now, LedgerPolicy policy) {
        if (access.size() < MANY_ACCESS) {
            return Optional.empty();
        }
        Access newest = access.getLast();
        Instant stale = newest.issuedAt().plus(policy.accessLife().dividedBy(MANY_ACCESS));
        return now.isBefore(stale) ? Optional.of(newest) : Optional.empty();
    }

    /** The line without the access tokens that have ended by themselves or were issued before a second. */
    Line pruned(Instant now, LedgerPolicy policy, long invalidBefore) {
        List<Access> living = living(access, now, policy, invalidBefore);
        return living.size() == access.size()
                ? this
                : new Line(family, token, beganAt, issuedAt, endsAt, spent, remembered, living, attributes);
    }

    static List<Access> living(List<Access> all, Instant now, LedgerPolicy policy, long invalidBefore) {
        List<Access> living = new ArrayList<>(all.size());
        Instant earliest = now.minus(policy.skew());
        for (Access each : all) {
            if (earliest.isBefore(each.endsAt()) && each.issuedAt().getEpochSecond() >= invalidBefore) {
                living.add(each);
            }
        }
        return living;
    }

    boolean lives(Instant now, long invalidBefore) {
        return now.isBefore(endsAt) && issuedAt.getEpochSecond() >= invalidBefore;
    }

    boolean has(String accessId) {
        return access.stream().anyMatch(each -> each.id().equals(accessId));
    }

    Login login(String user) {
        return new Login(user, family, attributes, beganAt, issuedAt, endsAt, access);
    }
}
