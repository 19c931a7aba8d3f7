package dev.yorozu.store.rocks;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Result;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Evaluation;
import dev.yorozu.store.backend.JsonText;
import dev.yorozu.store.backend.Throttling;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Checks a batch's guards and applies its writes to the workspace. */
final class Evaluator implements Evaluation.Target {
    private final Workspace workspace;
    private final Members members;
    private final Rankings rankings;
    private final Lists lists;

    Evaluator(Workspace workspace) {
        this.workspace = workspace;
        this.members = new Members(workspace);
        this.rankings = new Rankings(workspace);
        this.lists = new Lists(workspace);
    }

    /** A fault of the batch's own ({@link StoreException.WrongType} or the like) comes before anything was changed. */
    Commit commit(Batch batch) {
        return Evaluation.commit(batch, this);
    }

    @Override
    public Instant now() {
        return workspace.now();
    }

    @Override
    public @Nullable ValueType type(Key key) {
        Entry entry = workspace.find(key);
        return entry == null ? null : entry.type();
    }

    @Override
    public Bytes string(Key key) {
        Entry.Text text = workspace.text(key);
        if (text == null) {
            throw new IllegalStateException("The key is gone");
        }
        return text.value();
    }

    @Override
    public boolean contains(Key key, Bytes member) {
        return members.has(key, member);
    }

    @Override
    public OptionalDouble score(Key key, Bytes member) {
        return rankings.score(key, member);
    }

    @Override
    public @Nullable Ranked at(Key key, Order order, long place) {
        return rankings.at(key, order, place);
    }

    @Override
    public Bytes element(Key key, long place) {
        return lists.at(key, place);
    }

    @Override
    public long size(Key key) {
        return workspace.find(key) instanceof Entry.Collection collection ? collection.size() : 0;
    }

    @Override
    public Result apply(Write write) {
        return switch (write) {
            case Write.Put put -> {
                workspace.place(
                        put.key(), new Entry.Text(put.value()), end(put.expiry(), now(), workspace.end(put.key())));
                yield new Result.Done();
            }
            case Write.Delete delete -> new Result.Flag(workspace.remove(delete.key()));
            case Write.Take take -> {
                Entry.Text text = workspace.text(take.key());
                workspace.remove(take.key());
                yield new Result.Value(Optional.ofNullable(text).map(Entry.Text::value));
            }
            case Write.Amend amend -> new Result.Flag(amend(amend));
            case Write.Add add -> add(add);
            case Write.Expire expire -> new Result.Flag(expire(expire));
            case Write.Prolong prolong -> new Result.Flag(prolong(prolong));
            case Write.Throttle throttle -> throttle(throttle);
            case Write.SetAdd add -> new Result.Number(members.add(add));
            case Write.SetRemove remove ->
                new Result.Number(members.remove(remove.key(), ValueType.SET, remove.members()));
            case Write.HashPut put -> new Result.Flag(members.put(put));
            case Write.HashTrim trim -> throw new IllegalArgumentException("It is for its removal to be applied");
            case Write.HashRemove remove ->
                new Result.Number(members.remove(remove.key(), ValueType.HASH, remove.fields()));
            case Write.RankAdd add -> new Result.Flag(rankings.add(add));
            case Write.RankRemove remove -> new Result.Number(rankings.remove(remove));
            case Write.RankTrim trim -> new Result.Elements(rankings.trim(trim));
            case Write.RankDrop drop -> new Result.Number(rankings.drop(drop));
            case Write.ListPush push -> new Result.Number(lists.push(push));
            case Write.ListTrim trim -> new Result.Elements(lists.trim(trim));
            case Write.ListSet set -> new Result.Flag(lists.set(set));
            case Write.ListRemove remove -> new Result.Flag(lists.remove(remove));
            case Write.ListReplace replace -> new Result.Flag(lists.replace(replace));
        };
    }

    private boolean amend(Write.Amend amend) {
        Entry.Text text = workspace.text(amend.key());
        if (text == null) {
            return false;
        }
        Bytes amended = JsonText.amend(text.value(), amend.changes(), tally -> tally(tally.key()));
        workspace.place(amend.key(), new Entry.Text(amended), workspace.end(amend.key()));
        return true;
    }

    private long tally(Key key) {
        return switch (workspace.find(key)) {
            case null -> 0;
            case Entry.Text count -> count.value().number().orElseThrow();
            case Entry.Collection collection -> collection.size();
        };
    }

    private Result add(Write.Add add) {
        Entry.Text text = workspace.text(add.key());
        long sum = (text == null ? 0 : text.value().number().orElseThrow()) + add.delta();
        long old = text == null ? RecordFormat.NEVER : workspace.end(add.key());
        boolean ends = text != null && !(add.mends() && old == RecordFormat.NEVER);
        long end = ends ? old : end(add.onCreate(), now(), RecordFormat.NEVER);
        workspace.place(add.key(), new Entry.Text(Bytes.of(sum)), end);
        return new Result.Number(sum);
    }

    private boolean expire(Write.Expire expire) {
        Entry entry = workspace.find(expire.key());
        if (entry == null) {
            return false;
        }
        workspace.place(expire.key(), entry, end(expire.expiry(), now(), workspace.end(expire.key())));
        return true;
    }

    private boolean prolong(Write.Prolong prolong) {
        Entry entry = workspace.find(prolong.key());
        if (entry == null) {
            return false;
        }
        long old = workspace.end(prolong.key());
        long end = workspace.now().toEpochMilli() + prolong.life().toMillis();
        if (old == RecordFormat.NEVER || old < end) {
            workspace.place(prolong.key(), entry, end);
        }
        return true;
    }

    private Result throttle(Write.Throttle throttle) {
        Entry.Text text = workspace.text(throttle.key());
        long kept = text == null ? 0 : text.value().number().orElseThrow();
        Throttling.Outcome outcome = Throttling.of(throttle).decide(Throttling.micros(workspace.now()), kept);
        if (outcome.decision().allowed()) {
            Entry arrival = new Entry.Text(Bytes.of(outcome.arrival()));
            workspace.place(throttle.key(), arrival, outcome.forgottenAt().toEpochMilli());
        }
        return outcome.decision();
    }

    /** When a key ends that is given this expiry now, and would else have ended at the old instant. */
    static long end(Expiry expiry, Instant now, long old) {
        return switch (expiry) {
            case Expiry.At at -> at.instant().toEpochMilli();
            case Expiry.After after -> now.toEpochMilli() + after.life().toMillis();
            case Expiry.Keep keep -> old;
            case Expiry.Never never -> RecordFormat.NEVER;
        };
    }
}
