package dev.yorozu.server.supabase;

import dev.yorozu.server.supabase.StandInTable.Refusal;
import dev.yorozu.server.supabase.StandInTable.Type;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The tables and the function of {@code docs/supabase.sql}, as a stand-in has them. */
final class StandInSchema {
    /** What the function takes, in this order. */
    static final List<String> PARAMETERS = List.of("p_id", "p_user_id", "p_tokens", "p_used_at");

    private static final DateTimeFormatter MONTH =
            DateTimeFormatter.ofPattern("yyyy-MM").withZone(ZoneOffset.UTC);

    final Map<String, StandInTable> tables = new LinkedHashMap<>();

    StandInSchema() {
        StandInTable profiles = add("profiles")
                .column("id", Type.ACCOUNT)
                .nullable("patreon_user_id", Type.TEXT)
                .initial("created_at", Type.MOMENT, Instant::now)
                .unique("id")
                .unique("patreon_user_id");
        usage(profiles);
        add("pledge_events")
                .column("delivery", Type.TEXT)
                .column("patreon_user_id", Type.TEXT)
                .column("event_number", Type.NUMBER)
                .column("pledge_id", Type.TEXT)
                .column("event", Type.TEXT)
                .column("plan", Type.TEXT)
                .column("patron_status", Type.TEXT)
                .nullable("last_charge_at", Type.MOMENT)
                .column("lifetime_cents", Type.NUMBER)
                .column("received_at", Type.MOMENT)
                .unique("delivery")
                .unique("patreon_user_id", "event_number");
        add("crash_reports")
                .column("id", Type.UUID)
                .column("crash_timestamp", Type.TEXT)
                .column("error_message", Type.TEXT)
                .column("app_version", Type.TEXT)
                .column("os_version", Type.TEXT)
                .nullable("stack_trace", Type.TEXT)
                .nullable("system_info", Type.TEXT)
                .nullable("logs", Type.TEXT)
                .column("client", Type.TEXT)
                .column("received_at", Type.MOMENT)
                .unique("id");
    }

    private void usage(StandInTable profiles) {
        add("usage_events")
                .column("id", Type.UUID)
                .column("user_id", Type.ACCOUNT)
                .column("tokens", Type.NUMBER)
                .column("used_at", Type.MOMENT)
                .unique("id")
                .of(profiles);
        add("token_usage")
                .column("user_id", Type.ACCOUNT)
                .column("year_month", Type.TEXT)
                .column("tokens_used", Type.NUMBER)
                .unique("user_id", "year_month")
                .of(profiles);
        add("bonus_tokens")
                .initial("id", Type.UUID, UUID::randomUUID)
                .column("user_id", Type.ACCOUNT)
                .column("granted_tokens", Type.NUMBER)
                .initial("used_tokens", Type.NUMBER, () -> 0L)
                .nullable("expires_at", Type.MOMENT)
                .initial("created_at", Type.MOMENT, Instant::now)
                .unique("id")
                .of(profiles);
    }

    private StandInTable add(String name) {
        StandInTable table = new StandInTable(name);
        tables.put(name, table);
        return table;
    }

    StandInTable table(String name) {
        return Optional.ofNullable(tables.get(name)).orElseThrow(() -> new Refusal(404, "PGRST205"));
    }

    /** The function {@code record_token_usage}. */
    boolean recordTokenUsage(Map<String, Object> parameters) {
        if (!parameters.keySet().equals(Set.copyOf(PARAMETERS))) {
            throw new Refusal(404, "PGRST202");
        }
        Object profile = parameters.getOrDefault("p_user_id", "");
        long tokens = (Long) Type.NUMBER.read(parameters.getOrDefault("p_tokens", ""));
        Instant at = (Instant) Type.MOMENT.read(parameters.getOrDefault("p_used_at", ""));
        Map<String, Object> event =
                Map.of("id", parameters.getOrDefault("p_id", ""), "user_id", profile, "tokens", tokens, "used_at", at);
        if (table("usage_events").insert(event, Optional.of("id")).isEmpty()) {
            return false;
        }
        add(profile, MONTH.format(at), tokens);
        return true;
    }

    private void add(Object profile, String month, long tokens) {
        StandInTable usage = table("token_usage");
        List<Map<String, Object>> found =
                usage.select(row -> profile.equals(row.get("user_id")) && month.equals(row.get("year_month")));
        if (found.isEmpty()) {
            usage.insert(Map.of("user_id", profile, "year_month", month, "tokens_used", tokens), Optional.empty());
        } else {
            Map<String, Object> before = found.getFirst();
            usage.update(before::equals, Map.of("tokens_used", (Long) before.getOrDefault("tokens_used", 0L) + tokens));
        }
    }
}
