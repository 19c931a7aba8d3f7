package dev.yorozu.store.rocks;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Result;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Evaluation;
import dev.yorozu.store.backend.Limits;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A program on its way through the writer. It reads and changes the workspace between two batches of a group, so it sees
 * what earlier ones did; with the group it is written, or given up.
 */
final class Running<R> {
    private final Store.Program<R> program;
    private final Limits limits;
    private final Map<String, Key> written = new HashMap<>();
    private @Nullable R result;
    private @Nullable RuntimeException fault;

    Running(Store.Program<R> program, Limits limits) {
        this.program = program;
        this.limits = limits;
    }

    /** The keys that it has changed, by their names. */
    Map<String, Key> written() {
        return written;
    }

    /** What the program gave, or threw, once its group was written. */
    R result() {
        if (fault != null) {
            throw fault;
        }
        if (result == null) {
            throw new IllegalStateException("The program did not run");
        }
        return result;
    }

    /**
     * Runs it against the workspace, which stands at the program's moment. What a program throws that has changed nothing is
     * its caller's alone; one that has, which it must not, takes its group with it.
     */
    void run(Workspace workspace, Evaluator evaluator, ToLongFunction<Key> revision) {
        try {
            result = program.run(new Steps(workspace, evaluator, revision));
        } catch (StoreException.Damaged | StoreException.Unavailable | HeldRecords.NotSettled engine) {
            throw engine;
        } catch (RuntimeException thrown) {
            if (!written.isEmpty()) {
                throw new IllegalStateException("A program threw after it had written", thrown);
            }
            fault = thrown;
        }
    }

    private final class Steps implements Store.State {
        private final Workspace workspace;
        private final Evaluator evaluator;
        private final ToLongFunction<Key> revision;

        private Steps(Workspace workspace, Evaluator evaluator, ToLongFunction<Key> revision) {
            this.workspace = workspace;
            this.evaluator = evaluator;
            this.revision = revision;
        }

        @Override
        public Instant now() {
            return workspace.now();
        }

        /** The answer's type follows from the question's, which the compiler cannot see. */
        @Override
        @SuppressWarnings("unchecked")
        public <T> T read(Read<T> question) {
            limits.check(question);
            return (T) answer(question);
        }

        /** What most programs ask for is told without making the record that the group would write. */
        private Object answer(Read<?> question) {
            return switch (question) {
                case Read.Get get ->
                    Optional.ofNullable(workspace.text(get.key())).map(Entry.Text::value);
                case Read.Type type ->
                    Optional.ofNullable(workspace.find(type.key())).map(Entry::type);
                case Read.Size size -> Answers.size(workspace.find(size.key()));
                case Read.ScoreOf of -> evaluator.score(of.key(), of.member());
                default -> walk(question.key()).answer(question);
            };
        }

        @Override
        public long below(Key key, double score, boolean orEqual) {
            return walk(key).below(score, orEqual);
        }

        private Walk walk(Key key) {
            return new Walk(
                    workspace,
                    key.bytes(),
                    workspace.record(key),
                    workspace.now().toEpochMilli());
        }

        @Override
        public Result apply(Write write) {
            limits.check(write);
            Result result = Evaluation.apply(write, evaluator);
            written.put(write.key().name(), write.key());
            return result;
        }

        @Override
        public Commit commit(Batch batch) {
            limits.check(batch);
            Commit commit = evaluator.commit(batch);
            if (commit.applied()) {
                batch.writes().forEach(write -> written.put(write.key().name(), write.key()));
            }
            return commit;
        }

        @Override
        public void move(Key from, Key to) {
            limits.check(to);
            workspace.move(from, to);
            written.put(from.name(), from);
            written.put(to.name(), to);
        }

        @Override
        public long revision(Key key) {
            return revision.applyAsLong(key);
        }
    }
}
