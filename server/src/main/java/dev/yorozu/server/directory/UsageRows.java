package dev.yorozu.server.directory;

import dev.yorozu.membership.Usage;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** The rows of what one profile used, and of its bonuses. */
final class UsageRows {
    private final Handle handle;
    private final String profile;

    UsageRows(Handle handle, String profile) {
        this.handle = handle;
        this.profile = profile;
    }

    Usage of(YearMonth month, Instant now) {
        return new Usage(used(month), bonus(now));
    }

    private long used(YearMonth month) {
        return handle.createQuery(
                        "SELECT tokens_used FROM token_usage WHERE user_id = :profile AND year_month = :month")
                .bind("profile", profile)
                .bind("month", month.toString())
                .mapTo(Long.class)
                .findOne()
                .orElse(0L);
    }

    private long bonus(Instant now) {
        return handle.createQuery("SELECT COALESCE(SUM(granted_tokens - used_tokens), 0) FROM bonus_tokens"
                        + " WHERE user_id = :profile AND expires_at > :now AND granted_tokens > used_tokens")
                .bind("profile", profile)
                .bind("now", Moments.of(now))
                .mapTo(Long.class)
                .one();
    }

    int grant(long tokens, Instant end) {
        return handle.createUpdate("INSERT INTO bonus_tokens (user_id, granted_tokens, expires_at)"
                        + " VALUES (:profile, :tokens, :end)")
                .bind("profile", profile)
                .bind("tokens", tokens)
                .bind("end", Moments.of(end))
                .execute();
    }

    boolean spend(UUID id, long tokens, Instant at) {
        int added = handle.createUpdate("INSERT INTO usage_events (id, user_id, tokens, used_at)"
                        + " VALUES (:id, :profile, :tokens, :at) ON CONFLICT DO NOTHING")
                .bind("id", id)
                .bind("profile", profile)
                .bind("tokens", tokens)
                .bind("at", Moments.of(at))
                .execute();
        if (added > 0) {
            add(YearMonth.from(at.atOffset(ZoneOffset.UTC)), tokens);
        }
        return added > 0;
    }

    private void add(YearMonth month, long tokens) {
        handle.createUpdate("INSERT INTO token_usage (user_id, year_month, tokens_used) VALUES (:profile, :month, 0)"
                        + " ON CONFLICT DO NOTHING")
                .bind("profile", profile)
                .bind("month", month.toString())
                .execute();
        handle.createUpdate("UPDATE token_usage SET tokens_used = tokens_used + :tokens"
                        + " WHERE user_id = :profile AND year_month = :month")
                .bind("tokens", tokens)
                .bind("profile", profile)
                .bind("month", month.toString())
                .execute();
    }
}
