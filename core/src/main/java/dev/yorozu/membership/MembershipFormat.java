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
final class MembershipFormat implements CacheFormat.Shared<Membership> {
    /** What a membership takes beside the texts of a person. */
    private static final int BYTES = 480;

    @Override
    public Bytes encode(Membership membership, Instant now) {
        Document kept = Document.empty()
                .with("userId", membership.userId())
                .with("email", membership.email())
                .with("fullName", membership.fullName())
                .with("plan", membership.plan().text())
                .with("hasBonusTokens", membership.hasBonusTokens())
                .with("pledgeAmountCents", membership.pledgeAmountCents())
                .with("campaignLifetimeSupportCents", membership.campaignLifetimeSupportCents())
                .withIfPresent("nextChargeDate", membership.nextChargeDate())
                .with("isActive", membership.isActive())
                .with("tierId", membership.tierId())
                .with("patronStatus", membership.patronStatus());
        return Document.empty()
                .with("membership", kept)
                .with("cachedAt", now.toEpochMilli())
                .bytes();
    }

    @Override
    public Optional<Membership> decode(Bytes stored) {
        return Document.parse(stored)
                .flatMap(copy -> copy.document("membership"))
                .flatMap(MembershipFormat::read);
    }

    @Override
    public int bytes(Membership value) {
        return BYTES + value.email().length() + value.fullName().length();
    }

    private static Optional<Membership> read(Document kept) {
        Optional<String> user = kept.text("userId");
        Optional<Plan> plan = kept.text("plan").flatMap(Plan::named);
        Optional<Boolean> active = kept.flag("isActive");
        if (user.isEmpty() || plan.isEmpty() || active.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Membership(
                user.get(),
                kept.text("email").orElse(""),
                kept.text("fullName").orElse(""),
                plan.get(),
                kept.flag("hasBonusTokens").orElse(false),
                kept.number("pledgeAmountCents").orElse(0),
                kept.number("campaignLifetimeSupportCents").orElse(0),
                kept.text("nextChargeDate"),
                active.get(),
                kept.text("tierId").orElse(""),
                kept.text("patronStatus").orElse(active.get() ? Membership.ACTIVE : Membership.NOT_A_PATRON)));
    }
}
