package dev.yorozu.nostalgic.integrity;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.integrity.Repairs.Treatment;
import dev.yorozu.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Finds out whether all that belongs to services agrees, and sets it right.
 *
 * <p>Works beside a running server. Services are made and deleted in steps that look like damage while they last, so
 * nothing counts as damaged that was not so twice, with a pause in between. What lies in one partition is besides proven
 * by a batch of guards, which sees all of it at one moment; and a repair is those guards and what sets it right, so that
 * it never touches what has changed. Where a mapping or the index is repaired, the record is looked at again afterwards,
 * as those do who make and delete services. A repair that is done twice changes nothing the second time.
 *
 * <p>Repairs are only done where there is no doubt what is right. Holds a page of keys in memory, and what it suspects,
 * up to a limit. Safe for use by many threads.
 */
public final class Integrity {
    /** Each round repairs all it can, and what a repair brings to light is the next one's; it never takes so many. */
    private static final int MOST_ROUNDS = 20;

    private final Store store;
    private final IntegrityPolicy policy;

    public Integrity(Store store, IntegrityPolicy policy) {
        this.store = store;
        this.policy = policy;
    }

    /** What to look at. */
    public sealed interface Scope {
        /** All services. */
        record All() implements Scope {}

        /** One service, found without a walk over the keyspace. */
        record One(Kind kind, String id) implements Scope {}
    }

    /** Looks without changing anything. */
    public Report check(Scope scope, LongConsumer progress) {
        return treat(scope, Treatment.NONE, progress);
    }

    /** Looks, repairs what can be repaired, and looks again. */
    public Report fix(Scope scope, LongConsumer progress) {
        return treat(scope, Treatment.REPAIR, progress);
    }

    /** Looks for what leads nowhere, belongs to nobody or cannot be read. */
    public Report broken(LongConsumer progress) {
        return broken(check(new Scope.All(), progress));
    }

    /**
     * Looks for what {@link #broken} finds, repairs it where that is certain, removes it where it is not, and looks
     * again. What else is wrong is left alone.
     */
    public Report clear(LongConsumer progress) {
        return broken(treat(new Scope.All(), Treatment.CLEAR, progress));
    }

    private static Report broken(Report report) {
        List<Finding> broken = report.findings().stream()
                .filter(finding -> Repairs.INVALID.contains(finding.damage()))
                .toList();
        return new Report(report.keys(), broken, report.repaired(), report.complete());
    }

    private Report treat(Scope scope, Treatment treatment, LongConsumer progress) {
        List<Finding> repaired = new ArrayList<>();
        long keys = 0;
        for (int round = 1; ; round++) {
            long before = keys;
            Walk walk = new Walk(store, policy, done -> progress.accept(before + done));
            switch (scope) {
                case Scope.All all -> walk.all();
                case Scope.One one -> walk.one(one.kind(), one.id());
            }
            keys += walk.keys();
            List<Finding> findings = examine(walk, treatment, keys, progress);
            List<Finding> left = findings.stream()
                    .filter(finding -> finding.state() != Finding.State.REPAIRED)
                    .toList();
            findings.stream()
                    .filter(finding -> finding.state() == Finding.State.REPAIRED)
                    .forEach(repaired::add);
            if (left.size() == findings.size() || round == MOST_ROUNDS) {
                return new Report(keys, left, repaired, walk.complete());
            }
        }
    }

    private List<Finding> examine(Walk walk, Treatment treatment, long keys, LongConsumer progress) {
        if (walk.suspects().isEmpty()) {
            return List.of();
        }
        pause();
        Repairs repairs = new Repairs(store, walk.checks());
        List<Finding> findings = new ArrayList<>();
        for (Place place : walk.suspects()) {
            findings.addAll(repairs.examine(place, treatment));
            progress.accept(keys);
        }
        return findings;
    }

    private void pause() {
        try {
            Thread.sleep(policy.pause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
