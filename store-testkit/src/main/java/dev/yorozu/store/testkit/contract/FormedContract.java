package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.StoreException.WrongType;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Each question is asked twice: the second time a store may answer with what it made for the first. */
abstract class FormedContract extends ContractFixture {
    /** Makes the length of a text, with the name of its key, and nothing of an empty one. */
    private static class Lengths implements Read.Form<String> {
        @Override
        public Optional<String> make(Key key, Bytes text) {
            return text.length() == 0 ? Optional.empty() : Optional.of(key.name() + " has " + text.length());
        }

        @Override
        public int bytes(String kept) {
            return kept.length();
        }
    }

    private static final Read.Form<String> LENGTH = new Lengths();

    private Optional<String> length(Key key) {
        Optional<String> first = store().read(new Read.Formed<>(key, LENGTH));
        assertThat(store().read(new Read.Formed<>(key, LENGTH))).isEqualTo(first);
        return first;
    }

    private void assertLength(Key key, int length) {
        assertThat(length(key)).hasValue(key.name() + " has " + length);
    }

    @Test
    void aFormMakesItsValueOfTheString() {
        Key key = key("text");
        assertThat(length(key)).isEmpty();
        apply(b -> b.put(key, "four", NEVER));
        assertLength(key, 4);
        assertValue(key, "four");
        assertLength(key, 4);
        apply(b -> b.put(key, "", NEVER));
        assertThat(length(key)).isEmpty();
    }

    @Test
    void whateverChangesTheStringIsSeen() {
        Key key = key("changed");
        Write.Amend.Change change = new Write.Amend.Change(List.of("field"), new Write.Amend.Literal(Bytes.of("1000")));
        List<UnaryOperator<Batch.Builder>> changes = List.of(
                b -> b.put(key, "12", NEVER),
                b -> b.add(key, 1000, NEVER),
                b -> b.put(key, "{\"field\":1}", Expiry.after(Duration.ofHours(1))),
                b -> b.write(new Write.Amend(key, List.of(change))),
                b -> b.expire(key, NEVER),
                b -> b.delete(key),
                b -> b.put(key, "again", NEVER),
                b -> b.write(new Write.Take(key)));
        for (UnaryOperator<Batch.Builder> each : changes) {
            apply(each);
            Optional<Integer> length = store().get(key).map(Bytes::length);
            assertThat(length(key)).isEqualTo(length.map(bytes -> key.name() + " has " + bytes));
        }
    }

    @Test
    void whatWasMadeEndsWithTheKey() {
        Key key = key("short");
        apply(b -> b.put(key, "value", Expiry.after(Duration.ofHours(1))));
        assertLength(key, 5);
        apply(b -> b.expire(key, Expiry.after(Duration.ofMillis(60))));
        outlive(key, Duration.ofMillis(60));
        assertThat(length(key)).isEmpty();
    }

    @Test
    void eachFormMakesItsOwn() {
        Key key = key("shared");
        Read.Form<String> other = new Lengths() {
            @Override
            public Optional<String> make(Key each, Bytes text) {
                return Optional.of(text.text());
            }
        };
        apply(b -> b.put(key, "word", NEVER));
        assertLength(key, 4);
        assertThat(store().read(new Read.Formed<>(key, other))).hasValue("word");
        assertLength(key, 4);
    }

    @Test
    void aGuardSeesTheStringOfWhichAValueWasMade() {
        Key key = key("guarded");
        apply(b -> b.put(key, "one", NEVER));
        assertLength(key, 3);
        assertThat(store().apply(Batch.builder()
                        .require(Guard.equalTo(key, "two"))
                        .put(key, "three", NEVER)))
                .isFalse();
        assertLength(key, 3);
        apply(b -> b.require(Guard.equalTo(key, "one")).put(key, "three", NEVER));
        assertLength(key, 5);
    }

    @Test
    void whatIsNoStringIsAFault() {
        Key key = key("set");
        apply(b -> b.setAdd(key, bytes("a")));
        assertThatThrownBy(() -> store().read(new Read.Formed<>(key, LENGTH))).isInstanceOf(WrongType.class);
        apply(b -> b.delete(key).put(key, "text", NEVER));
        assertLength(key, 4);
    }

    @Test
    void manyAreAskedTogether() {
        Key one = elsewhere("one");
        Key other = elsewhere("other");
        apply(b -> b.put(one, "1", NEVER));
        List<Read<?>> questions =
                List.of(new Read.Formed<>(one, LENGTH), new Read.Formed<>(other, LENGTH), new Read.Get(one));
        for (int again = 0; again < 2; again++) {
            assertThat(store().<Object>readAll(questions))
                    .containsExactly(Optional.of(one.name() + " has 1"), Optional.empty(), Optional.of(bytes("1")));
        }
    }
}
