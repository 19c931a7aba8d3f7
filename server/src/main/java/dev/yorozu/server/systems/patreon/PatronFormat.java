package dev.yorozu.server.systems.patreon;

import dev.yorozu.cache.CacheFormat;
import dev.yorozu.json.Document;
import dev.yorozu.membership.Plan;
import dev.yorozu.store.Bytes;
import java.time.Instant;
import java.util.Optional;

/** The authenticated user as it is kept beside a session, in JSON. */
final class PatronFormat implements CacheFormat<Patron> {
    private static final String USER = "userId";
    private static final String EMAIL = "email";
    private static final String NAME = "fullName";
    private static final String PLAN = "plan";
    private static final String BONUS = "hasBonusTokens";
    private static final String TIER = "tierId";
    private static final String STATUS = "patronStatus";
    private static final String NEXT_CHARGE = "nextChargeDate";
    private static final String PROFILE = "supabaseUuid";
    private static final String CACHED_AT = "cachedAt";

    @Override
    public Bytes encode(Patron patron, Instant now) {
        return Document.empty()
                .with(USER, patron.user())
                .with(EMAIL, patron.email())
                .with(NAME, patron.fullName())
                .with(PLAN, patron.plan().text())
                .with(BONUS, patron.hasBonusTokens())
                .with(TIER, patron.tierId())
                .with(STATUS, patron.patronStatus())
                .withIfPresent(NEXT_CHARGE, patron.nextChargeDate())
                .withIfPresent(PROFILE, patron.profile())
                .with(CACHED_AT, now.toEpochMilli())
                .bytes();
    }

    @Override
    public Optional<Patron> decode(Bytes stored) {
        return Document.parse(stored).flatMap(PatronFormat::read);
    }

    private static Optional<Patron> read(Document kept) {
        Optional<String> user = kept.text(USER);
        Optional<Plan> plan = kept.text(PLAN).flatMap(Plan::named);
        Optional<String> status = kept.text(STATUS);
        if (user.isEmpty() || plan.isEmpty() || status.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Patron(
                user.get(),
                kept.text(EMAIL).orElse(""),
                kept.text(NAME).orElse(""),
                plan.get(),
                kept.flag(BONUS).orElse(false),
                kept.text(TIER).orElse(""),
                status.get(),
                kept.text(NEXT_CHARGE),
                kept.text(PROFILE)));
    }
}
