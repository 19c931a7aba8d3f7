package dev.yorozu.server.systems.patreon;

import dev.yorozu.cache.CacheFormat;
import dev.yorozu.json.Document;
import dev.yorozu.membership.Membership;
import dev.yorozu.membership.Plan;
import dev.yorozu.store.Bytes;
import java.time.Instant;
import java.util.Optional;

/**
 * Who has a session, as far as answers tell it.
 *
 * @param user the id at Patreon, never that of the profile
 * @param profile the id of the profile, where one is linked
 */
record Patron(
        String user,
        String email,
        String fullName,
        Plan plan,
        boolean hasBonusTokens,
        String tierId,
        String patronStatus,
        Optional<String> nextChargeDate,
        Optional<String> profile) {
    /** As it is kept beside a session, in JSON. */
    static final CacheFormat<Patron> FORMAT = new CacheFormat.Shared<>() {
        /** What a patron takes beside the texts of a person. */
        private static final int BYTES = 480;

        @Override
        public Bytes encode(Patron patron, Instant now) {
            return Document.empty()
                    .with("userId", patron.user)
                    .with("email", patron.email)
                    .with("fullName", patron.fullName)
                    .with("plan", patron.plan.text())
                    .with("hasBonusTokens", patron.hasBonusTokens)
                    .with("tierId", patron.tierId)
                    .with("patronStatus", patron.patronStatus)
                    .withIfPresent("nextChargeDate", patron.nextChargeDate)
                    .withIfPresent(SessionProfiles.FIELD, patron.profile)
                    .with("cachedAt", now.toEpochMilli())
                    .bytes();
        }

        @Override
        public Optional<Patron> decode(Bytes stored) {
            return Document.parse(stored).flatMap(Patron::read);
        }

        @Override
        public int bytes(Patron value) {
            return BYTES + value.email.length() + value.fullName.length();
        }
    };

    private static Optional<Patron> read(Document kept) {
        Optional<String> user = kept.text("userId");
        Optional<Plan> plan = kept.text("plan").flatMap(Plan::named);
        Optional<String> status = kept.text("patronStatus");
        if (user.isEmpty() || plan.isEmpty() || status.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Patron(
                user.get(),
                kept.text("email").orElse(""),
                kept.text("fullName").orElse(""),
                plan.get(),
                kept.flag("hasBonusTokens").orElse(false),
                kept.text("tierId").orElse(""),
                status.get(),
                kept.text("nextChargeDate"),
                kept.text(SessionProfiles.FIELD)));
    }

    static Patron of(Membership membership, Optional<String> profile) {
        return new Patron(
                membership.userId(),
                membership.email(),
                membership.fullName(),
                membership.plan(),
                membership.hasBonusTokens(),
                membership.tierId(),
                membership.patronStatus(),
                membership.nextChargeDate(),
                profile);
    }

    /** Shows neither address nor name. */
    @Override
    public String toString() {
        return "Patron[" + user + " " + plan.text() + "]";
    }
}
