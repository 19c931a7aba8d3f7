package dev.yorozu.server.systems.patreon;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.RecordedWindow;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.server.config.AuditSettings;
import dev.yorozu.server.config.PrivacySettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.metrics.Metrics;
import dev.yorozu.server.metrics.TokenMetrics;
import java.time.InstantSource;

/** Puts the routes together with the rules that each needs. */
final class Assembly {
    private final Settings settings;
    private final PatreonParts parts;
    private final InstantSource clock;
    private final TokenMetrics metrics;
    private final Capabilities core;
    private final Clients clients;
    private final PatreonTrail trail;
    private final Limits limits;
    private final Departures departures;
    private final Admission admission;

    Assembly(Settings settings, PatreonParts parts) {
        this.settings = settings;
        this.parts = parts;
        this.clock = parts.clock();
        this.metrics = parts.metrics().patreon();
        this.core = Capabilities.of(settings, parts);
        show(core, parts.metrics());
        this.clients = new Clients(parts.addresses(), settings.value(PrivacySettings.STORAGE));
        this.trail = new PatreonTrail(
                new AuditLog(parts.store(), AuditSettings.policy(settings), parts.random(), clock), clock);
        this.limits = new Limits(
                settings,
                new FixedWindow(parts.store(), WindowLayout.PATREON, clock),
                new RecordedWindow(parts.store(), PatreonKeys.CRASH_RATE, clock),
                clients);
        this.departures = new Departures(core.sessions(), core.endReasons(), core.memberships()::forget, core.kept());
        this.admission = new Admission(parts.store(), core, parts.patrons(), departures, clock);
    }

    private static void show(Capabilities core, Metrics metrics) {
        metrics.caches().show("memberships", core.memberships()::stats);
        metrics.caches().show("authentications", core.kept()::stats);
        metrics.caches().show("quotas", core.quotas()::stats);
    }

    Limits limits() {
        return limits;
    }

    SignInRoutes signIn() {
        Relay relay = new Relay(settings, core.patreon());
        SignIns signIns = new SignIns(
                relay, core.memberships(), parts.patrons(), core.sessions(), departures, trail, metrics, clock);
        return new SignInRoutes(signIns, relay, core.memberships(), clients);
    }

    SessionRoutes session() {
        Licenses licenses = new Licenses(admission, core.memberships(), departures, limits);
        return new SessionRoutes(admission, core.sessions(), licenses, departures, trail, clients);
    }

    TokenRoutes tokens() {
        Refreshes refreshes = new Refreshes(
                admission, parts.store(), core.tokens(), core.renewals(), departures, limits, trail, metrics);
        return new TokenRoutes(refreshes, clients);
    }

    QuotaRoute quota() {
        return new QuotaRoute(parts.store(), admission, core.quotas(), limits);
    }

    CrashRoute crashes() {
        return new CrashRoute(parts.patrons(), limits, clients);
    }

    WebhookRoute webhook() {
        Pledges pledges = new Pledges(core.memberships(), parts.patrons(), core.sessions(), departures, trail);
        return new WebhookRoute(settings, core.rule(), pledges, clients, clock);
    }
}
