package dev.yorozu.store.memory;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Result;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Evaluation;
import dev.yorozu.store.backend.JsonText;
import dev.yorozu.store.backend.Throttling;
import dev.yorozu.store.memory.Content.Elements;
import dev.yorozu.store.memory.Content.Fields;
import dev.yorozu.store.memory.Content.Members;
import dev.yorozu.store.memory.Content.Ranking;
import dev.yorozu.store.memory.Content.Text;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Checks a batch's guards and applies its writes to the entries. */
final class Writer implements Evaluation.Target {
    private final Entries entries;

    Writer(Entries entries) {
        this.entries = entries;
    }

    Commit commit(Batch batch) {
        return Evaluation.commit(batch, this);
    }

    @Override
    public Instant now() {
        return entries.now();
    }

    @Override
    public @Nullable ValueType type(Key key) {
        Content content = entries.find(key.name());
        return content == null ? null : content.type();
    }

    @Override
    public Bytes string(Key key) {
        Text text = entries.find(key.name(), Text.class);
        if (text == null) {
            throw new IllegalStateException("The key is gone");
        }
        return text.value();
    }

    @Override
    public boolean contains(Key key, Bytes member) {
        Members set = entries.find(key.name(), Members.class);
        return set != null && set.members().contains(member);
    }

    @Override
    public OptionalDouble score(Key key, Bytes member) {
        Ranking ranking = entries.find(key.name(), Ranking.class);
        Double score = ranking == null ? null : ranking.scores().get(member);
        return score == null ? OptionalDouble.empty() : OptionalDouble.of(score);
    }

    @Override
    public @Nullable Ranked at(Key key, Order order, long place) {
        Ranking ranking = entries.find(key.name(), Ranking.class);
        if (ranking == null) {
            return null;
        }
        Collection<Ranked> all =
                order == Order.RISING ? ranking.order() : ranking.order().descendingSet();
        return all.stream().skip(place).findFirst().orElse(null);
    }

    @Override
    public Bytes element(Key key, long place) {
        Elements list = entries.find(key.name(), Elements.class);
        if (list == null) {
            throw new IllegalStateException("The key is gone");
        }
        return list.elements().get((int) place);
    }

    @Override
    public long size(Key key) {
        Content content = entries.find(key.name());
        return content == null ? 0 : content.size();
    }

    @Override
    public Result apply(Write write) {
        String name = write.key().name();
        return switch (write) {
            case Write.Put put -> {
                entries.put(name, new Text(put.value()), put.expiry());
                yield new Result.Done();
            }
            case Write.Delete delete -> new Result.Flag(entries.remove(name));
            case Write.Take take -> {
                Text text = entries.find(name, Text.class);
                entries.remove(name);
                yield new Result.Value(Optional.ofNullable(text).map(Text::value));
            }
            case Write.Amend amend -> new Result.Flag(amend(name, amend));
            case Write.Add add -> add(name, add);
            case Write.Expire expire -> new Result.Flag(entries.expire(name, expire.expiry()));
            case Write.Prolong prolong -> new Result.Flag(entries.prolong(name, prolong.life()));
            case Write.Throttle throttle -> throttle(name, throttle);
            case Write.SetAdd add -> {
                Members set = entries.open(name, Members.class, Members::new);
                yield count(add.members(), set.members()::add);
            }
            case Write.SetRemove remove -> {
                Members set = entries.find(name, Members.class);
                yield removing(name, set == null ? 0 : countOf(remove.members(), set.members()::remove));
            }
            case Write.RankAdd add -> rankAdd(name, add);
            case Write.RankRemove remove -> {
                Ranking ranking = entries.find(name, Ranking.class);
                yield removing(name, ranking == null ? 0 : countOf(remove.members(), ranking::remove));
            }
            case Write.RankTrim trim -> rankTrim(name, trim);
            case Write.RankDrop drop -> {
                Ranking ranking = entries.find(name, Ranking.class);
                yield removing(
                        name,
                        ranking == null
                                ? 0
                                : countOf(
                                        ranking.order().stream()
                                                .filter(r -> r.score() >= drop.least() && r.score() <= drop.greatest())
                                                .map(Ranked::member)
                                                .toList(),
                                        ranking::remove));
            }
            case Write.ListPush push -> {
                List<Bytes> list =
                        entries.open(name, Elements.class, Elements::new).elements();
                push.values().forEach(push.end() == Write.End.HEAD ? list::addFirst : list::addLast);
                yield new Result.Number(list.size());
            }
            case Write.ListTrim trim -> listTrim(name, trim);
            case Write.ListSet set -> new Result.Flag(listSet(name, set));
            case Write.ListRemove remove -> {
                Elements list = entries.find(name, Elements.class);
                boolean there = list != null && list.elements().remove(remove.value());
                entries.dropEmpty(name);
                yield new Result.Flag(there);
            }
            case Write.ListReplace replace -> {
                Elements list = entries.find(name, Elements.class);
                int index = list == null ? -1 : list.elements().indexOf(replace.value());
                if (list != null && index >= 0) {
                    list.elements().set(index, replace.replacement());
                }
                yield new Result.Flag(index >= 0);
            }
            case Write.HashPut put -> {
                Fields hash = entries.open(name, Fields.class, Fields::new);
                yield new Result.Flag(hash.fields().put(put.field(), put.value()) == null);
            }
            case Write.HashTrim trim -> throw new IllegalArgumentException("It is for its removal to be applied");
            case Write.HashRemove remove -> {
                Fields hash = entries.find(name, Fields.class);
                yield removing(
                        name,
                        hash == null
                                ? 0
                                : countOf(remove.fields(), f -> hash.fields().remove(f) != null));
            }
        };
    }

    private boolean amend(String name, Write.Amend amend) {
        Text text = entries.find(name, Text.class);
        if (text == null) {
            return false;
        }
        Bytes amended = JsonText.amend(text.value(), amend.changes(), tally -> tally(tally.key()));
        entries.put(name, new Text(amended), Expiry.keep());
        return true;
    }

    private long tally(Key key) {
        return switch (entries.find(key.name())) {
            case null -> 0;
            case Text count -> count.value().number().orElseThrow();
            case Content collection -> collection.size();
        };
    }

    private Result add(String name, Write.Add add) {
        Text text = entries.find(name, Text.class);
        long count = text == null ? 0 : text.value().number().orElseThrow();
        Text sum = new Text(Bytes.of(count + add.delta()));
        boolean ends = text == null || add.mends() && entries.millisLeft(name) < 0;
        entries.put(name, sum, ends ? add.onCreate() : Expiry.keep());
        return new Result.Number(count + add.delta());
    }

    private Result throttle(String name, Write.Throttle throttle) {
        Text text = entries.find(name, Text.class);
        long kept = text == null ? 0 : text.value().number().orElseThrow();
        Throttling.Outcome outcome = Throttling.of(throttle).decide(Throttling.micros(entries.now()), kept);
        if (outcome.decision().allowed()) {
            entries.put(name, new Text(Bytes.of(outcome.arrival())), Expiry.at(outcome.forgottenAt()));
        }
        return outcome.decision();
    }

    private Result rankAdd(String name, Write.RankAdd add) {
        Ranking ranking = entries.open(name, Ranking.class, Ranking::new);
        Double old = ranking.scores().get(add.member());
        boolean change = old == null
                || switch (add.replace()) {
                    case ALWAYS -> add.score() != old;
                    case IF_GREATER -> add.score() > old;
                    case IF_LESS -> add.score() < old;
                };
        if (change) {
            ranking.put(add.member(), add.score());
        }
        return new Result.Flag(change);
    }

    private Result rankTrim(String name, Write.RankTrim trim) {
        Ranking ranking = entries.find(name, Ranking.class);
        if (ranking == null) {
            return new Result.Elements(List.of());
        }
        Collection<Ranked> order =
                trim.order() == Order.RISING ? ranking.order() : ranking.order().descendingSet();
        List<Bytes> surplus =
                order.stream().skip(trim.keep()).map(Ranked::member).toList();
        surplus.forEach(ranking::remove);
        entries.dropEmpty(name);
        return new Result.Elements(surplus);
    }

    private boolean listSet(String name, Write.ListSet set) {
        Elements list = entries.find(name, Elements.class);
        if (list == null) {
            return false;
        }
        long index = set.index() < 0 ? list.size() + set.index() : set.index();
        if (index < 0 || index >= list.size()) {
            return false;
        }
        list.elements().set((int) index, set.value());
        return true;
    }

    private Result listTrim(String name, Write.ListTrim trim) {
        Elements list = entries.find(name, Elements.class);
        if (list == null || list.size() <= trim.keep()) {
            return new Result.Elements(List.of());
        }
        int size = list.elements().size();
        int keep = (int) trim.keep();
        boolean keepHead = trim.end() == Write.End.HEAD;
        List<Bytes> surplus = list.elements().subList(keepHead ? keep : 0, keepHead ? size : size - keep);
        Result removed = new Result.Elements(surplus);
        surplus.clear();
        entries.dropEmpty(name);
        return removed;
    }

    private Result removing(String name, long removed) {
        entries.dropEmpty(name);
        return new Result.Number(removed);
    }

    private static Result count(List<Bytes> elements, Predicate<Bytes> change) {
        return new Result.Number(countOf(elements, change));
    }

    private static long countOf(List<Bytes> elements, Predicate<Bytes> change) {
        return elements.stream().filter(change).count();
    }
}
