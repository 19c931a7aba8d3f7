package dev.yorozu.server.directory.patrons;

import dev.yorozu.membership.Usage;
import dev.yorozu.server.directory.database.Moments;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** The rows of what one profile used, and of its bonuses. */
public record UsageRows(Handle handle, String profile) {
    Usage of(YearMonth month, Instant now) {
        return new Usage(used(month), bonus(now));
    }

    private long used(YearMonth month) {
        return handle.select(
                        "SELECT tokens_used FROM token_usage WHERE user_id = ? AND year_month = ?",
                        profile,
                        month.toString())
                .mapTo(Long.class)
                .findOne()
                .orElse(0L);
    }

    private long bonus(Instant now) {
        return handle.select(
                        "SELECT COALESCE(SUM(granted_tokens - used_tokens), 0) FROM bonus_tokens"
                                + " WHERE user_id = ? AND expires_at > ? AND granted_tokens > used_tokens",
                        profile,
                        Moments.of(now))
                .mapTo(Long.class)
                .one();
    }

    public int grant(long tokens, Instant end) {
        return handle.execute(
                "INSERT INTO bonus_tokens (user_id, granted_tokens, expires_at) VALUES (?, ?, ?)",
                profile,
                tokens,
                Moments.of(end));
    }

    boolean spend(UUID id, long tokens, Instant at) {
        int added = handle.execute(
                "INSERT INTO usage_events (id, user_id, tokens, used_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                id,
                profile,
                tokens,
                Moments.of(at));
        if (added > 0) {
            add(YearMonth.from(at.atOffset(ZoneOffset.UTC)).toString(), tokens);
        }
        return added > 0;
    }

    private void add(String month, long tokens) {
        handle.execute(
                "INSERT INTO token_usage (user_id, year_month, tokens_used) VALUES (?, ?, 0) ON CONFLICT DO NOTHING",
                profile,
                month);
        handle.execute(
                "UPDATE token_usage SET tokens_used = tokens_used + ? WHERE user_id = ? AND year_month = ?",
                tokens,
                profile,
                month);
    }
}
