package dev.yorozu.server.supabase;

import dev.yorozu.json.Document;
import dev.yorozu.membership.CrashReport;
import dev.yorozu.membership.Patrons;
import dev.yorozu.membership.PledgeEvent;
import dev.yorozu.membership.PledgeOutcome;
import dev.yorozu.membership.ProfileLink;
import dev.yorozu.membership.Usage;
import dev.yorozu.oauth.Outgoing;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Patrons in a Supabase project with the tables of {@code docs/supabase.sql}. Profiles belong to accounts of the project,
 * so a patron gets one by proving to hold an account there.
 */
public final class SupabasePatrons implements Patrons {
    /** What a token looks like; anything else is not sent. */
    private static final Pattern IDENTITY = Pattern.compile("[A-Za-z0-9_.-]{1,8192}");

    private final Project project;
    private final ProfileLinks profiles;
    private final PledgeEvents pledges;
    private final InstantSource clock;

    /**
     * Throws {@link dev.yorozu.server.config.StartException} when address or key cannot be one.
     *
     * @param url the project's address, such as {@code https://PROJECT.supabase.co}
     * @param serviceKey the key that passes by the project's row-level security
     */
    public SupabasePatrons(Outgoing outgoing, URI url, String serviceKey, InstantSource clock) {
        this.project = new Project(outgoing, url, serviceKey);
        this.profiles = new ProfileLinks(project);
        this.pledges = new PledgeEvents(project);
        this.clock = clock;
    }

    @Override
    public Optional<String> profile(String user) {
        return profiles.profile(user);
    }

    /** A proof that the project does not accept is none, and does not keep anybody from signing in. */
    @Override
    public Optional<ProfileLink> link(String user, Optional<String> identity) {
        Optional<String> account =
                identity.filter(token -> IDENTITY.matcher(token).matches()).flatMap(project::account);
        return account.isPresent()
                ? Optional.of(profiles.link(account.get(), user))
                : profile(user).map(profile -> new ProfileLink(profile, Optional.empty()));
    }

    @Override
    public Optional<String> adopt(String user, String profile) {
        return profiles.adopt(profile, user);
    }

    @Override
    public Usage usage(String profile, YearMonth month, Instant now) {
        List<Row> used = project.select(Selection.of("token_usage")
                .equal("user_id", profile)
                .equal("year_month", month.toString())
                .columns("tokens_used"));
        List<Row> bonuses = project.select(Selection.of("bonus_tokens")
                .equal("user_id", profile)
                .columns("granted_tokens,used_tokens,expires_at"));
        return new Usage(
                used.stream().mapToLong(row -> row.number("tokens_used")).sum(),
                bonuses.stream()
                        .filter(row -> lives(row, now))
                        .mapToLong(row -> Math.max(0, row.number("granted_tokens") - row.number("used_tokens")))
                        .sum());
    }

    /** Projects from before this program have bonuses that never end. */
    private static boolean lives(Row bonus, Instant now) {
        return bonus.findMoment("expires_at").map(now::isBefore).orElse(true);
    }

    @Override
    public boolean spend(UUID id, String profile, long tokens, Instant at) {
        if (tokens < 0) {
            throw new IllegalArgumentException("Nobody uses less than no tokens");
        }
        Document parameters = Document.empty()
                .with("p_id", id.toString())
                .with("p_user_id", profile)
                .with("p_tokens", tokens)
                .with("p_used_at", at.toString());
        return project.call("record_token_usage", parameters);
    }

    @Override
    public Optional<PledgeOutcome> outdated(PledgeEvent event) {
        return pledges.outdated(event);
    }

    @Override
    public PledgeOutcome record(PledgeEvent event) {
        return pledges.record(event);
    }

    @Override
    public boolean keep(CrashReport report) {
        Document row = Document.empty()
                .with("id", report.id().toString())
                .with("crash_timestamp", report.timestamp())
                .with("error_message", report.errorMessage())
                .with("app_version", report.appVersion())
                .with("os_version", report.osVersion())
                .withIfPresent("stack_trace", report.stackTrace())
                .withIfPresent("system_info", report.systemInfo())
                .withIfPresent("logs", report.logs())
                .with("client", report.client())
                .with("received_at", clock.instant().toString());
        return !project.insert(Selection.of("crash_reports").unlessThere("id").columns("id"), row)
                .isEmpty();
    }

    @Override
    public void ping() {
        project.select(Selection.of("profiles").columns("id").largest("id", 1));
    }

    /** Nothing is held: the way out belongs to whoever made it. */
    @Override
    public void close() {}
}
