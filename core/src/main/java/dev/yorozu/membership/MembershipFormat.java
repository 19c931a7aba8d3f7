package dev.yorozu.membership;

import dev.yorozu.cache.CacheFormat;
import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import java.time.Instant;
import java.util.Optional;

/**
 * Memberships as they are kept: {@code {"membership":{…},"cachedAt":…}}. Copies without {@code tierId} and
 * {@code patronStatus}, as an earlier program wrote them, are read as well.
 */
final class MembershipFormat implements CacheFormat<Membership> {
    private static final String MEMBERSHIP = "membership";
    private static final String CACHED_AT = "cachedAt";
    private static final String USER = "userId";
    private static final String EMAIL = "email";
    private static final String NAME = "fullName";
    private static final String PLAN = "plan";
    private static final String BONUS = "hasBonusTokens";
    private static final String PLEDGE = "pledgeAmountCents";
    private static final String LIFETIME = "campaignLifetimeSupportCents";
    private static final String NEXT_CHARGE = "nextChargeDate";
    private static final String ACTIVE = "isActive";
    private static final String TIER = "tierId";
    private static final String STATUS = "patronStatus";

    @Override
    public Bytes encode(Membership membership, Instant now) {
        Document kept = Document.empty()
                .with(USER, membership.userId())
                .with(EMAIL, membership.email())
                .with(NAME, membership.fullName())
                .with(PLAN, membership.plan().text())
                .with(BONUS, membership.hasBonusTokens())
                .with(PLEDGE, membership.pledgeAmountCents())
                .with(LIFETIME, membership.campaignLifetimeSupportCents())
                .withIfPresent(NEXT_CHARGE, membership.nextChargeDate())
                .with(ACTIVE, membership.isActive())
                .with(TIER, membership.tierId())
                .with(STATUS, membership.patronStatus());
        return Document.empty()
                .with(MEMBERSHIP, kept)
                .with(CACHED_AT, now.toEpochMilli())
                .bytes();
    }

    @Override
    public Optional<Membership> decode(Bytes stored) {
        return Document.parse(stored).flatMap(copy -> copy.document(MEMBERSHIP)).flatMap(MembershipFormat::read);
    }

    private static Optional<Membership> read(Document kept) {
        Optional<String> user = kept.text(USER);
        Optional<Plan> plan = kept.text(PLAN).flatMap(Plan::named);
        Optional<Boolean> active = kept.flag(ACTIVE);
        if (user.isEmpty() || plan.isEmpty() || active.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Membership(
                user.get(),
                kept.text(EMAIL).orElse(""),
                kept.text(NAME).orElse(""),
                plan.get(),
                kept.flag(BONUS).orElse(false),
                kept.number(PLEDGE).orElse(0),
                kept.number(LIFETIME).orElse(0),
                kept.text(NEXT_CHARGE),
                active.get(),
                kept.text(TIER).orElse(""),
                kept.text(STATUS).orElse(active.get() ? Membership.ACTIVE : Membership.NOT_A_PATRON)));
    }
}
