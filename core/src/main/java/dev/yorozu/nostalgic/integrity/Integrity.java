package dev.yorozu.nostalgic.integrity;

import dev.yorozu.nostalgic.Kind;
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
    /** Past so many suspects a walk goes no further. */
    static final int MOST_SUSPECTS = 10_000;

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
        Round round = new Round(progress);
        Suspects suspects = round.walk(scope);
        List<Finding> findings = round.examine(suspects, Treatment.NONE);
        return new Report(round.keys, findings, List.of(), suspects.complete());
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
        Round round = new Round(progress);
        List<Finding> left = new ArrayList<>();
        boolean complete = false;
        for (int i = 0; i < MOST_ROUNDS; i++) {
            Suspects suspects = round.walk(scope);
            List<Finding> findings = round.examine(suspects, treatment);
            left = findings.stream()
                    .filter(finding -> finding.state() != Finding.State.REPAIRED)
                    .toList();
            complete = suspects.complete();
            if (left.size() == findings.size()) {
                break;
            }
            findings.stream()
                    .filter(finding -> finding.state() == Finding.State.REPAIRED)
                    .forEach(repaired::add);
        }
        return new Report(round.keys, left, repaired, complete);
    }

    /** One walk and what follows from it. */
    private final class Round {
        private final LongConsumer progress;
        private long keys;

        Round(LongConsumer progress) {
            this.progress = progress;
        }

        Suspects walk(Scope scope) {
            Looks looks = new Looks(store, policy);
            Suspects suspects = new Suspects(looks, MOST_SUSPECTS);
            Walk walk = new Walk(store, suspects, done -> progress.accept(keys + done));
            keys += switch (scope) {
                case Scope.All all -> walk.all();
                case Scope.One one -> walk.one(one.kind(), one.id(), policy);
            };
            return suspects;
        }

        List<Finding> examine(Suspects suspects, Treatment treatment) {
            if (suspects.places().isEmpty()) {
                return List.of();
            }
            pause();
            Repairs repairs = new Repairs(store, suspects.looks());
            List<Finding> findings = new ArrayList<>();
            for (Place place : suspects.places()) {
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
}
