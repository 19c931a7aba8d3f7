package dev.yorozu.server.operate.moving;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.server.operate.backup.format.Line;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.backend.Limits;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Brings keys from elsewhere into a store. A look says what would become of them; a run does it.
 *
 * <p>A run overwrites nothing unless it is told to, so that one which was broken off is simply run again: what is there
 * already stays, and {@link KeyWriter} finds what it had not finished. Used by one thread.
 */
public record Import(Store store, Schema schema, Limits limits, InstantSource clock, Options options) {
    private static final int PAGE = 256;
    private static final String OWN = "yorozu:";

    /**
     * What an operator wants.
     *
     * @param overwrite whether keys that are there already are replaced
     * @param unknown whether keys that no pattern describes are taken too
     */
    public record Options(boolean overwrite, boolean unknown) {}

    /** Reads all of the source, and writes nothing. */
    public Survey look(Source source, Progress progress) {
        Survey survey = new Survey();
        List<Named> waiting = new ArrayList<>(PAGE);
        Sorting sorting = new Sorting(survey, progress);
        source.read(line -> {
            if (line instanceof Line.Start start && sorting.takes(start)) {
                waiting.add(new Named(placed(start.key()), sorting.kind(start)));
                if (waiting.size() == PAGE) {
                    countThere(waiting, survey);
                }
            }
        });
        countThere(waiting, survey);
        return survey;
    }

    private record Named(Key key, String kind) {}

    private void countThere(List<Named> waiting, Survey survey) {
        if (waiting.isEmpty()) {
            return;
        }
        List<Optional<ValueType>> types = store.readAll(
                waiting.stream().map(named -> new Read.Type(named.key())).toList());
        for (int i = 0; i < types.size(); i++) {
            boolean stays = types.get(i).isPresent() && !options.overwrite();
            survey.count(waiting.get(i).kind(), stays ? Fate.THERE : Fate.TAKEN);
        }
        waiting.clear();
    }

    /** Reads all of the source, and writes what is to be taken. */
    public Survey run(Source source, Progress progress) {
        Survey survey = new Survey();
        Sorting sorting = new Sorting(survey, progress);
        try (KeyWriter writer = new KeyWriter(store, schema, limits, clock, options.overwrite())) {
            writer.clearUnfinished();
            source.read(line -> {
                switch (line) {
                    case Line.Start start -> {
                        if (sorting.takes(start)) {
                            String kind = sorting.kind(start);
                            writer.begin(
                                    placed(start.key()), start.ends(), start.part(), fate -> survey.count(kind, fate));
                        } else {
                            writer.leave();
                        }
                    }
                    case Line.More more -> writer.goOn(more.part());
                    case Line.Header no -> throw new IllegalArgumentException("A source gives keys only");
                    case Line.Table no -> throw new IllegalArgumentException("A source gives keys only");
                    case Line.Row no -> throw new IllegalArgumentException("A source gives keys only");
                    case Line.KeyFile no -> throw new IllegalArgumentException("A source gives keys only");
                    case Line.End no -> throw new IllegalArgumentException("A source gives keys only");
                }
            });
            writer.finish();
        }
        return survey;
    }

    /** A declared key gets its declared partition; another keeps the one that its source knew. */
    private Key placed(Key recorded) {
        return schema.match(recorded.name()).isPresent() ? schema.key(recorded.name()) : recorded;
    }

    /** Tells keys that are taken from those that are not, and counts the latter. */
    private final class Sorting {
        private final Survey survey;
        private final Progress progress;
        private long keys;

        Sorting(Survey survey, Progress progress) {
            this.survey = survey;
            this.progress = progress;
        }

        boolean takes(Line.Start start) {
            progress.keys(++keys);
            Optional<Fate> leftOut = leftOut(start);
            leftOut.ifPresent(fate -> survey.count(kind(start), fate));
            return leftOut.isEmpty();
        }

        /** The pattern; of an unknown name no more than what stands before its first colon. */
        String kind(Line.Start start) {
            String name = start.key().name();
            return schema.match(name)
                    .map(KeyPattern::template)
                    .orElseGet(() -> name.substring(0, name.indexOf(':') + 1) + "…");
        }

        private Optional<Fate> leftOut(Line.Start start) {
            String name = start.key().name();
            Optional<KeyPattern> pattern = schema.match(name);
            if (name.startsWith(OWN) || pattern.filter(KeyPattern::internal).isPresent()) {
                return Optional.of(Fate.INTERNAL);
            }
            if (pattern.isEmpty() && !options.unknown()) {
                return Optional.of(Fate.UNKNOWN);
            }
            if (pattern.filter(known -> known.type() != start.part().type()).isPresent()) {
                return Optional.of(Fate.OTHER_TYPE);
            }
            if (start.ends().filter(ends -> !ends.isAfter(clock.instant())).isPresent()) {
                return Optional.of(Fate.ENDED);
            }
            boolean fits = start.key().bytes().length <= limits.keyBytes()
                    && start.part().values().allMatch(value -> value.length() <= limits.valueBytes());
            return fits ? Optional.empty() : Optional.of(Fate.TOO_LARGE);
        }
    }
}
