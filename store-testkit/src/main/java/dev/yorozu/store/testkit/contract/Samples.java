package dev.yorozu.store.testkit.contract;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Read;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.util.List;

/** A value of each type, and everything that works on one type only. */
final class Samples {
    private static final Bytes ELEMENT = Bytes.of("element");
    private static final Write.Amend.Change CHANGE =
            new Write.Amend.Change(List.of("field"), new Write.Amend.Literal(Bytes.of("1")));

    private Samples() {}

    /** Adds a write that creates the key with a value of this type; a string is a number, to suit counters too. */
    static Batch.Builder create(Batch.Builder batch, Key key, ValueType type) {
        return switch (type) {
            case STRING -> batch.put(key, "42", Expiry.never());
            case SET -> batch.setAdd(key, ELEMENT);
            case RANK -> batch.rankAdd(key, ELEMENT, 1);
            case LIST -> batch.listPush(key, Write.End.TAIL, ELEMENT);
            case HASH -> batch.hashPut(key, ELEMENT, ELEMENT);
        };
    }

    /** One write of every kind that works on values of this type only. */
    static List<Write> writes(Key key, ValueType type) {
        List<Bytes> one = List.of(ELEMENT);
        return switch (type) {
            case STRING ->
                List.of(
                        new Write.Take(key),
                        new Write.Add(key, 1, Expiry.never()),
                        new Write.Add(key, 1, Expiry.after(Duration.ofHours(1)), true),
                        new Write.Amend(key, List.of(CHANGE)),
                        new Write.Throttle(key, 5, Duration.ofHours(1), 1));
            case SET -> List.of(new Write.SetAdd(key, one), new Write.SetRemove(key, one));
            case RANK ->
                List.of(
                        new Write.RankAdd(key, ELEMENT, 2, Write.Replace.ALWAYS),
                        new Write.RankRemove(key, one),
                        new Write.RankTrim(key, Order.RISING, 0),
                        new Write.RankDrop(key, 0, 5));
            case LIST ->
                List.of(
                        new Write.ListPush(key, Write.End.HEAD, one),
                        new Write.ListTrim(key, Write.End.HEAD, 0),
                        new Write.ListSet(key, 0, ELEMENT),
                        new Write.ListRemove(key, ELEMENT),
                        new Write.ListReplace(key, ELEMENT, ELEMENT));
            case HASH -> List.of(new Write.HashPut(key, ELEMENT, ELEMENT), new Write.HashRemove(key, one));
        };
    }

    /** One question of every kind that works on values of this type only. */
    static List<Read<?>> reads(Key key, ValueType type) {
        return switch (type) {
            case STRING -> List.of(new Read.Get(key));
            case SET -> List.of(new Read.Members(key), new Read.IsMember(key, ELEMENT));
            case RANK ->
                List.of(
                        new Read.Ranks(key, Order.FALLING, 0, -1),
                        new Read.RankOf(key, ELEMENT, Order.RISING),
                        new Read.ScoreOf(key, ELEMENT));
            case LIST -> List.of(new Read.Slice(key, 0, -1));
            case HASH -> List.of(new Read.Field(key, ELEMENT), new Read.Fields(key));
        };
    }

    /** One guard of every kind that works on values of this type only. */
    static List<Guard> guards(Key key, ValueType type) {
        return switch (type) {
            case STRING -> List.of(Guard.equalTo(key, "42"), Guard.atLeast(key, 42));
            case SET -> List.of(Guard.member(key, ELEMENT), Guard.notMember(key, Bytes.of("stranger")));
            case RANK ->
                List.of(
                        Guard.behind(key, ELEMENT, 2, Order.FALLING),
                        Guard.behind(key, ELEMENT, 0, Order.RISING),
                        Guard.behind(key, Bytes.of("stranger"), 0, Order.FALLING),
                        Guard.within(key, ELEMENT, 0, Order.FALLING, 1));
            case LIST, HASH -> List.of();
        };
    }
}
