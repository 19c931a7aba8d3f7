package dev.yorozu.server.operate.backup.scheduled;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.operate.backup.Backups;
import dev.yorozu.server.operate.backup.format.DamagedBackup;
import dev.yorozu.server.operate.shared.InTurns;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.store.StoreException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Makes backups by a schedule and when an operator asks, and looks whether the newest still stands.
 *
 * <p>Servers that share a store take turns: each wakes up now and then, reads when the last backup was made, and only the one
 * that gets the turn makes the next. So a backup that was missed while no server ran is made up for soon after a start, and a
 * server that stops in the middle is followed by another. Every ten minutes the newest is looked for where it was put, with its
 * size, and once a day it is read as a whole; one that is lost is said to be, and another is made at once. Safe for use by many
 * threads.
 */
public final class ScheduledBackups implements AutoCloseable {
    private static final Logger LOGGER = Logger.getLogger(ScheduledBackups.class.getName());
    /** How long after its start a server looks for the first time. */
    private static final Duration FIRST = Duration.ofSeconds(5);

    private static final Duration LEAST_WAIT = Duration.ofSeconds(1);
    private static final Duration MOST_WAIT = Duration.ofMinutes(5);
    private static final Duration LOOK_EVERY = Duration.ofMinutes(10);
    private static final Duration VERIFY_EVERY = Duration.ofDays(1);
    private static final Duration STOP = Duration.ofSeconds(5);
    private static final int NAME_BYTES = 4;

    private final BackupPlan plan;
    private final BackupPlace place;
    private final InTurns<History> shared;
    private final RandomTokens random;
    private final InstantSource clock;
    private final Maker maker;
    private final Map<Failure.Reason, LongAdder> failures = new EnumMap<>(Failure.Reason.class);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Instant watched;
    private volatile History history = History.NONE;
    private volatile Instant looked = Instant.EPOCH;
    private volatile boolean saidOverdue;
    private volatile @Nullable Thread working;
    private @Nullable Thread rhythm;

    ScheduledBackups(Backups backups, BackupPlan plan, BackupPlace place, RandomTokens random, InstantSource clock) {
        this.plan = plan;
        this.place = place;
        this.shared = History.shared(backups.store(), random);
        this.random = random;
        this.clock = clock;
        this.maker = new Maker(backups, place, plan.passphrase(), clock, () -> closed.getCount() == 0);
        this.watched = clock.instant();
        for (Failure.Reason reason : Failure.Reason.values()) {
            failures.put(reason, new LongAdder());
        }
    }

    public BackupPlan plan() {
        return plan;
    }

    /** Begins to make backups by itself, where the plan says so, and to tell how the last one went. Called once. */
    public void start() {
        remember();
        plan.every().ifPresent(every -> {
            Duration wait = longer(LEAST_WAIT, shorter(MOST_WAIT, every.dividedBy(60)));
            // No virtual thread: what reads a store and a database may hold its carrier.
            rhythm = Thread.ofPlatform().daemon().name("yorozu-backup").start(() -> keepOn(wait));
        });
    }

    /** Where backups are made only when asked for, nothing else reads it until then. */
    private void remember() {
        try {
            history = shared.find().orElse(History.NONE);
        } catch (StoreException down) {
            LOGGER.warning(() -> "It is not known how the last backup went: " + down.getMessage());
        }
    }

    private void keepOn(Duration wait) {
        try {
            for (Duration next = FIRST; !closed.await(next.toMillis(), TimeUnit.MILLISECONDS); next = wait) {
                wake();
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    /** Does what is to be done at this moment. Nothing that goes wrong is the end of it. */
    void wake() {
        try {
            refresh();
            if (plan.isDue(history, clock.instant())) {
                attempt(true, Progress.NONE);
            } else if (!BackupPlan.lasts(looked, LOOK_EVERY, clock.instant())) {
                look();
            }
        } catch (RuntimeException | Error fault) {
            noted(Failure.of(fault, clock.instant()), fault);
        }
        sayOverdue();
    }

    /** Makes a backup now, whenever the next would be due. */
    public Attempt now(Progress progress) {
        return attempt(false, progress);
    }

    /** Begins to make a backup behind the caller, who waits no longer than this. */
    public void begin(Duration patience) throws InterruptedException {
        Thread thread = Thread.ofPlatform().daemon().name("yorozu-backup-now").start(() -> {
            try {
                attempt(false, Progress.NONE);
            } catch (RuntimeException | Error fault) {
                noted(Failure.of(fault, clock.instant()), fault);
            }
        });
        thread.join(patience);
    }

    /** Whether this process makes a backup at this moment. */
    public boolean isRunning() {
        return working != null;
    }

    private Attempt attempt(boolean onlyIfDue, Progress progress) {
        Optional<Turn> taken = Turn.take(shared);
        if (taken.isEmpty()) {
            return Attempt.BUSY;
        }
        try (Turn turn = taken.get()) {
            refresh();
            return onlyIfDue && !plan.isDue(history, clock.instant()) ? Attempt.NONE : make(turn, progress);
        }
    }

    private Attempt make(Turn turn, Progress progress) {
        Optional<Made> made = Optional.empty();
        working = Thread.currentThread();
        try {
            Made done = maker.make(BackupName.of(clock.instant(), random.hex(NAME_BYTES)), progress);
            made = Optional.of(done);
            share(turn, history.with(done));
            looked = clock.instant();
            LOGGER.info(() -> "The backup " + done.name() + " was made and verified");
            return new Attempt(made, thinned(turn, done), false);
        } catch (IOException | RuntimeException | Error fault) {
            return new Attempt(made, Optional.of(failed(turn, fault)), false);
        } finally {
            working = null;
        }
    }

    /** That older ones stay makes the new one no worse, and is told as what it is. */
    private Optional<Failure> thinned(Turn turn, Made done) {
        try {
            maker.thin(done, plan.keep());
            return Optional.empty();
        } catch (IOException | RuntimeException fault) {
            return Optional.of(failed(turn, Failure.of(fault, clock.instant()).ofRemoval(), fault));
        }
    }

    private void look() {
        Optional<Made> newest = history.success().filter(made -> made.place().equals(place.identity()));
        Optional<Turn> taken = newest.isPresent() ? Turn.take(shared) : Optional.empty();
        if (taken.isEmpty()) {
            return;
        }
        try (Turn turn = taken.get()) {
            looked = clock.instant();
            look(turn, newest.get());
        }
    }

    private void look(Turn turn, Made newest) {
        try {
            boolean there = place.list().stream()
                    .anyMatch(each -> each.name().equals(newest.name()) && each.bytes() == newest.bytes());
            if (!there) {
                lose(turn, newest, Failure.Reason.MISSING, "The backup is not there any more, or has another size");
            } else if (!BackupPlan.lasts(newest.verified(), VERIFY_EVERY, clock.instant())) {
                maker.verify(newest);
                share(turn, history.with(newest.verified(clock.instant())));
            }
        } catch (DamagedBackup damaged) {
            lose(turn, newest, Failure.Reason.DAMAGED, String.valueOf(damaged.getMessage()));
        } catch (IOException | RuntimeException fault) {
            failed(turn, fault);
        }
    }

    /** Says that a backup is lost, goes back to the one before, and makes another. */
    private void lose(Turn turn, Made lost, Failure.Reason reason, String why) {
        Failure failure = new Failure(clock.instant(), reason, lost.name() + ": " + why);
        History without = noted(failure, new DamagedBackup(failure.message())).without();
        share(turn, found(lost.name()).map(without::with).orElse(without));
        if (plan.every().isPresent()) {
            make(turn, Progress.NONE);
        }
    }

    private Failure failed(Turn turn, Throwable fault) {
        return failed(turn, Failure.of(fault, clock.instant()), fault);
    }

    private Failure failed(Turn turn, Failure failure, Throwable fault) {
        History known = noted(failure, fault);
        try {
            turn.publish(known);
        } catch (StoreException down) {
            LOGGER.warning(() -> "The failure of a backup could not be shared: " + down.getMessage());
        }
        return failure;
    }

    /** What fails because this server stops is no failure: another goes on, or this one after its start. */
    private History noted(Failure failure, Throwable fault) {
        if (closed.getCount() == 0) {
            LOGGER.info("A backup was given up, because the server stops");
            return history;
        }
        failures.getOrDefault(failure.reason(), new LongAdder()).increment();
        // Another thread may read the shared history meanwhile, which does not know of this yet.
        History known = history.with(failure);
        history = known;
        boolean mistake = failure.reason() == Failure.Reason.ERROR;
        LOGGER.log(mistake ? Level.SEVERE : Level.WARNING, mistake ? fault : null, failure::sentence);
        return known;
    }

    private void share(Turn turn, History next) {
        history = next;
        turn.publish(next);
    }

    /** What servers know together; where they know of no backup, the newest that lies there, until it was verified. */
    private void refresh() {
        History told = shared.find().orElse(History.NONE);
        history = told.success().isEmpty() && !told.isLost()
                ? found("").map(told::with).orElse(told)
                : told;
    }

    private Optional<Made> found(String except) {
        Instant latest = clock.instant().plus(BackupPlan.SKEW);
        try {
            return place.list().stream()
                    .filter(each -> !each.name().equals(except) && !each.at().isAfter(latest))
                    .findFirst()
                    .map(each -> Made.found(each, place.identity()));
        } catch (IOException unreadable) {
            // Whoever writes or looks there next says so.
            return Optional.empty();
        }
    }

    /** The newest good backup and the last failure, as this server knows them; asks nobody. */
    History history() {
        return history;
    }

    long failures(Failure.Reason reason) {
        return failures.getOrDefault(reason, new LongAdder()).sum();
    }

    boolean isOverdue() {
        return plan.isOverdue(history, watched, clock.instant());
    }

    private void sayOverdue() {
        boolean overdue = isOverdue();
        if (overdue && !saidOverdue) {
            LOGGER.warning("A backup is overdue: see the failures before, or ./yorozu backups");
        }
        saidOverdue = overdue;
    }

    private String state(History known) {
        if (plan.isOverdue(known, watched, clock.instant())) {
            return "overdue";
        }
        if (known.isFailing()) {
            return "failing";
        }
        return known.success().isPresent() ? "ok" : "waiting";
    }

    /** What is known without asking anybody. */
    public BackupStatus status() {
        History known = history;
        Optional<Made> made = known.success();
        return new BackupStatus(
                state(known),
                made.map(Made::at),
                made.map(each -> Duration.between(each.at(), clock.instant()).toSeconds()),
                made.map(Made::bytes),
                made.map(each -> each.took().toMillis() / 1000.0),
                known.failure().map(Failure::at),
                known.failure().map(failure -> failure.reason().word()));
    }

    /** All that can be told, with what lies there at this moment. */
    public BackupReport report() {
        refresh();
        History known = history;
        List<Stored> stored = List.of();
        try {
            stored = place.list();
        } catch (IOException fault) {
            known = known.with(Failure.of(fault, clock.instant()));
        }
        return report(known, stored);
    }

    private BackupReport report(History known, List<Stored> stored) {
        return new BackupReport(
                Optional.of(plan.to()),
                plan.every().orElse(Duration.ZERO),
                plan.keep(),
                plan.passphrase().isPresent(),
                state(known),
                isRunning(),
                known.success(),
                known.failure(),
                stored.stream().map(each -> entry(each, known)).toList());
    }

    private static BackupReport.Entry entry(Stored stored, History known) {
        Optional<Instant> verified = known.success()
                .filter(made ->
                        made.name().equals(stored.name()) && made.verified().isAfter(Instant.EPOCH))
                .map(Made::verified);
        return new BackupReport.Entry(stored.name(), stored.at(), stored.bytes(), verified);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Begins no further backup, and gives up the one under way, at the latest when the process ends. */
    @Override
    public void close() {
        closed.countDown();
        long until = System.nanoTime() + STOP.toNanos();
        Thread asked = working;
        end(rhythm, until);
        if (asked != rhythm) {
            end(asked, until);
        }
    }

    /** Not interrupted: an embedded database closes itself under a thread that is. */
    private static void end(@Nullable Thread thread, long until) {
        try {
            if (thread != null && !thread.join(Duration.ofNanos(until - System.nanoTime()))) {
                LOGGER.warning("A backup is still being made: it ends with the process");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
