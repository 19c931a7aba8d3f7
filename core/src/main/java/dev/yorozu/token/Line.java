package dev.yorozu.token;

import dev.yorozu.json.Document;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One login as the ledger keeps it.
 *
 * @param token what stands for the current refresh token in keys
 * @param spent the token before it, and how to give its successor once more
 * @param access the access tokens issued with this line, oldest first
 */
record Line(
        String family,
        String token,
        Instant beganAt,
        Instant issuedAt,
        Instant endsAt,
        Optional<Spent> spent,
        List<Access> access,
        Document attributes) {
    /** How many access tokens of one login live at once: enough for calls that were under way when it was renewed. */
    static final int MOST_ACCESS = 8;

    Line {
        access = access.size() <= MOST_ACCESS
                ? List.copyOf(access)
                : List.copyOf(access.subList(access.size() - MOST_ACCESS, access.size()));
    }

    /**
     * A token that was spent.
     *
     * @param token what stands for it in keys
     * @param successor the token that came for it; sealed under the spent one where storage is hardened
     */
    record Spent(String token, Instant at, String successor) {}

    /** The line one token further. */
    Line next(String token, Instant issuedAt, Instant endsAt, Spent spent, Access more) {
        List<Access> longer = new ArrayList<>(access);
        longer.add(more);
        return new Line(family, token, beganAt, issuedAt, endsAt, Optional.of(spent), longer, attributes);
    }

    /** The line without the access tokens that have ended by themselves or were issued before a second. */
    Line pruned(Instant now, RefreshPolicy policy, long invalidBefore) {
        List<Access> living = access.stream()
                .filter(each -> each.lives(now, policy) && each.issuedAt().getEpochSecond() >= invalidBefore)
                .toList();
        return living.size() == access.size()
                ? this
                : new Line(family, token, beganAt, issuedAt, endsAt, spent, living, attributes);
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
