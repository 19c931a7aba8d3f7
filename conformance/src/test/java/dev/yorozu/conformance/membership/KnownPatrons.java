package dev.yorozu.conformance.membership;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.membership.CrashReport;
import dev.yorozu.membership.Patrons;
import dev.yorozu.membership.PledgeEvent;
import dev.yorozu.membership.PledgeOutcome;
import dev.yorozu.membership.ProfileLink;
import dev.yorozu.membership.Usage;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Profiles and what they use, in memory; can be out of reach. */
final class KnownPatrons implements Patrons {
    private record Month(String profile, YearMonth month) {}

    private final Map<String, String> profiles = new ConcurrentHashMap<>();
    private final Map<String, Long> bonuses = new ConcurrentHashMap<>();
    private final Map<Month, Long> used = new ConcurrentHashMap<>();
    private final Set<UUID> spent = ConcurrentHashMap.newKeySet();
    private final Map<String, PledgeEvent> latest = new ConcurrentHashMap<>();
    private final Set<String> deliveries = ConcurrentHashMap.newKeySet();
    private final Set<UUID> reports = ConcurrentHashMap.newKeySet();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile boolean away;

    KnownPatrons grant(String profile, long bonus) {
        bonuses.put(profile, bonus);
        return this;
    }

    void away(boolean now) {
        away = now;
    }

    /** How often usage was asked for. */
    int calls() {
        return calls.get();
    }

    private void reach() {
        if (away) {
            throw new DirectoryException("The directory cannot be reached");
        }
    }

    @Override
    public Optional<String> adopt(String user, String profile) {
        reach();
        return Optional.of(profiles.computeIfAbsent(user, none -> profile));
    }

    @Override
    public Optional<String> profile(String user) {
        reach();
        return Optional.ofNullable(profiles.get(user));
    }

    @Override
    public Optional<ProfileLink> link(String user, Optional<String> identity) {
        reach();
        String profile = profiles.computeIfAbsent(
                user, absent -> identity.orElseGet(() -> UUID.randomUUID().toString()));
        return Optional.of(new ProfileLink(profile, Optional.empty()));
    }

    @Override
    public Usage usage(String profile, YearMonth month, Instant now) {
        calls.incrementAndGet();
        reach();
        return new Usage(used.getOrDefault(new Month(profile, month), 0L), bonuses.getOrDefault(profile, 0L));
    }

    @Override
    public boolean spend(UUID id, String profile, long tokens, Instant at) {
        reach();
        boolean added = spent.add(id);
        if (added) {
            used.merge(new Month(profile, YearMonth.from(at.atOffset(ZoneOffset.UTC))), tokens, Long::sum);
        }
        return added;
    }

    @Override
    public synchronized Optional<PledgeOutcome> outdated(PledgeEvent event) {
        reach();
        if (deliveries.contains(event.delivery())) {
            return Optional.of(PledgeOutcome.KNOWN);
        }
        return Optional.ofNullable(latest.get(event.user()))
                .filter(last -> event.compareMoments(last) < 0)
                .map(last -> PledgeOutcome.OUTDATED);
    }

    @Override
    public synchronized PledgeOutcome record(PledgeEvent event) {
        return outdated(event).orElseGet(() -> {
            deliveries.add(event.delivery());
            PledgeEvent before = latest.put(event.user(), event);
            return before != null && before.plan() == event.plan() ? PledgeOutcome.UNCHANGED : PledgeOutcome.CHANGED;
        });
    }

    @Override
    public boolean keep(CrashReport report) {
        reach();
        return reports.add(report.id());
    }

    @Override
    public void ping() {
        reach();
    }

    @Override
    public void close() {}
}
