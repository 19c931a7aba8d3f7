package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Read;
import dev.yorozu.store.StoreException.LimitExceeded;
import dev.yorozu.store.Write;
import dev.yorozu.store.Write.End;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

abstract class LimitsContract extends ContractFixture {
    private static final int KEY_BYTES = 1024;
    private static final int VALUE_BYTES = 1024 * 1024;
    private static final int OPERATIONS = 1024;
    private static final int READS = 1024;

    private Key keyOf(int bytes, String filler) {
        int fillerBytes = Bytes.of(filler).length();
        int left = bytes - Bytes.of(key("").name()).length();
        return key("x".repeat(left % fillerBytes) + filler.repeat(left / fillerBytes));
    }

    private static Bytes valueOf(int bytes) {
        return Bytes.wrap(new byte[bytes]);
    }

    private static Bytes[] members(int count) {
        return IntStream.range(0, count).mapToObj(i -> bytes("member-" + i)).toArray(Bytes[]::new);
    }

    @Test
    void aKeyMayBeAsLongAsTheLimitInBytes() {
        for (String filler : new String[] {"k", "é", "鍵", "🔑"}) {
            Key key = keyOf(KEY_BYTES, filler);
            apply(b -> b.put(key, filler, NEVER));
            assertValue(key, filler);
        }
    }

    @Test
    void aLongerKeyIsRefusedInWritesGuardsAndReads() {
        for (String filler : new String[] {"k", "é", "鍵", "🔑"}) {
            Key key = keyOf(KEY_BYTES + 1, filler);
            assertFault(
                    LimitExceeded.class, b -> b.put(key("other"), "x", NEVER).put(key, "x", NEVER));
            assertFault(
                    LimitExceeded.class, b -> b.put(key("other"), "x", NEVER).require(Guard.absent(key)));
            assertThatThrownBy(() -> store().get(key)).isInstanceOf(LimitExceeded.class);
            assertThatThrownBy(() -> store().readAll(List.of(new Read.Get(key))))
                    .isInstanceOf(LimitExceeded.class);
        }
        assertAbsent(key("other"));
    }

    @Test
    void aValueMayBeAsLongAsTheLimit() {
        Key key = key("value");
        apply(b -> b.put(key, valueOf(VALUE_BYTES), NEVER));
        assertThat(store().get(key).map(Bytes::length)).hasValue(VALUE_BYTES);
        Bytes large = valueOf(VALUE_BYTES);
        apply(b ->
                b.require(Guard.equalTo(key, large)).setAdd(key("set"), large).hashPut(key("hash"), large, large));
        assertThat(store().members(key("set"))).containsExactly(large);
        apply(b -> b.delete(key).delete(key("set")).delete(key("hash")));
    }

    @Test
    void aLongerValueIsRefusedWhereverItStands() {
        Key key = key("refused");
        Bytes large = valueOf(VALUE_BYTES + 1);
        List<Write> writes = List.of(
                new Write.Put(key, large, NEVER),
                new Write.SetAdd(key, List.of(bytes("a"), large)),
                new Write.SetRemove(key, List.of(large)),
                new Write.RankAdd(key, large, 1, Write.Replace.ALWAYS),
                new Write.RankRemove(key, List.of(large)),
                new Write.ListPush(key, End.HEAD, List.of(bytes("a"), large)),
                new Write.ListSet(key, 0, large),
                new Write.ListRemove(key, large),
                new Write.ListReplace(key, large, bytes("a")),
                new Write.ListReplace(key, bytes("a"), large),
                new Write.Amend(key, List.of(new Write.Amend.Change(List.of("a"), new Write.Amend.Literal(large)))),
                new Write.HashPut(key, bytes("f"), large),
                new Write.HashPut(key, large, bytes("v")),
                new Write.HashRemove(key, List.of(large)));
        for (Write write : writes) {
            assertFault(
                    LimitExceeded.class, b -> b.put(key("other"), "x", NEVER).write(write));
        }
        for (Guard guard : List.of(
                Guard.equalTo(key, large),
                Guard.member(key, large),
                Guard.notMember(key, large),
                Guard.behind(key, large, 1, Order.RISING),
                Guard.within(key, large, 1, Order.RISING, 1))) {
            assertFault(LimitExceeded.class, b -> b.require(guard).put(key("other"), "x", NEVER));
        }
        assertAbsent(key);
        assertAbsent(key("other"));
    }

    @Test
    void aBatchMayHoldAsManyWritesAsTheLimit() {
        Batch.Builder batch = Batch.builder();
        for (int i = 0; i < OPERATIONS; i++) {
            batch.put(key("write-" + i), "x", NEVER);
        }
        assertThat(store().commit(batch.build()).applied()).isTrue();
        assertValue(key("write-127"), "x");
        apply(b -> b.delete(key("write-0")));
        batch.put(key("one-more"), "x", NEVER);
        assertThatThrownBy(() -> store().commit(batch.build())).isInstanceOf(LimitExceeded.class);
        assertAbsent(key("one-more"));
        assertAbsent(key("write-0"));
    }

    @Test
    void elementsAndGuardsCountAsOperations() {
        Key set = key("set");
        Key list = key("list");
        apply(b -> b.require(Guard.absent(set))
                .setAdd(set, members(OPERATIONS - 28))
                .listPush(list, End.TAIL, members(27)));
        assertThat(store().size(set)).isEqualTo(OPERATIONS - 28);
        assertFault(
                LimitExceeded.class,
                b -> b.require(Guard.present(set))
                        .setRemove(set, members(OPERATIONS - 28))
                        .listPush(list, End.TAIL, members(28)));
        assertFault(LimitExceeded.class, b -> b.setAdd(set, members(OPERATIONS + 1)));
        assertThat(store().size(set)).isEqualTo(OPERATIONS - 28);
        assertThat(store().size(list)).isEqualTo(27);
    }

    @Test
    void aTooLargeBatchIsRefusedBeforeItsGuardsAreAsked() {
        Key key = key("absent");
        assertFault(LimitExceeded.class, b -> b.require(Guard.present(key)).setAdd(key, members(OPERATIONS)));
    }

    @Test
    void aReadMayAskAsManyQuestionsAsTheLimit() {
        List<Read.Get> most = Collections.nCopies(READS, new Read.Get(key("asked")));
        assertThat(store().readAll(most)).hasSize(READS);
        List<Read.Get> more = Collections.nCopies(READS + 1, new Read.Get(key("asked")));
        assertThatThrownBy(() -> store().readAll(more)).isInstanceOf(LimitExceeded.class);
    }
}
