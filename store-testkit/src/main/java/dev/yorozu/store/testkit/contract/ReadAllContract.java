package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.StoreException.WrongType;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write.End;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

abstract class ReadAllContract extends ContractFixture {
    @Test
    void noQuestionsHaveNoAnswers() {
        assertThat(store().readAll(List.<Read.Get>of())).isEmpty();
    }

    @Test
    void answersFromManyPartitionsComeInTheOrderOfTheQuestions() {
        List<Read.Get> questions = new ArrayList<>();
        List<Optional<Bytes>> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Key key = elsewhere("part-" + i);
            Bytes value = bytes("value-" + i);
            boolean there = i % 3 != 0;
            if (there) {
                apply(b -> b.put(key, value, NEVER));
            }
            questions.add(new Read.Get(key));
            expected.add(there ? Optional.of(value) : Optional.empty());
        }
        assertThat(store().readAll(questions)).isEqualTo(expected);
        assertThat(store().readAll(questions.reversed())).isEqualTo(expected.reversed());
    }

    @Test
    void questionsOfEveryKindMayBeMixed() {
        Bytes a = bytes("a");
        apply(b -> b.put(elsewhere("text"), "1", NEVER));
        apply(b -> b.setAdd(elsewhere("set"), a));
        apply(b -> b.rankAdd(elsewhere("rank"), a, 1.5));
        apply(b -> b.listPush(elsewhere("list"), End.HEAD, a));
        apply(b -> b.hashPut(elsewhere("hash"), a, a));
        Map<Read<?>, Object> expected = new LinkedHashMap<>();
        expected.putAll(elementAnswers(a));
        expected.putAll(keyAnswers());
        List<Read<?>> questions = List.copyOf(expected.keySet());
        assertThat(store().<Object>readAll(questions)).isEqualTo(List.copyOf(expected.values()));
        expected.forEach((question, answer) ->
                assertThat((Object) store().read(question)).as("%s", question).isEqualTo(answer));
    }

    private Map<Read<?>, Object> elementAnswers(Bytes a) {
        Map<Read<?>, Object> answers = new LinkedHashMap<>();
        answers.put(new Read.Get(elsewhere("text")), Optional.of(bytes("1")));
        answers.put(new Read.Members(elsewhere("set")), Set.of(a));
        answers.put(new Read.IsMember(elsewhere("set"), a), true);
        answers.put(new Read.Ranks(elsewhere("rank"), Order.RISING, 0, -1), List.of(new Ranked(a, 1.5)));
        answers.put(new Read.RankOf(elsewhere("rank"), a, Order.FALLING), OptionalLong.of(0));
        answers.put(new Read.ScoreOf(elsewhere("rank"), a), OptionalDouble.of(1.5));
        answers.put(new Read.Slice(elsewhere("list"), 0, -1), List.of(a));
        answers.put(new Read.Field(elsewhere("hash"), a), Optional.of(a));
        answers.put(new Read.Fields(elsewhere("hash")), Map.of(a, a));
        return answers;
    }

    private Map<Read<?>, Object> keyAnswers() {
        Map<Read<?>, Object> answers = new LinkedHashMap<>();
        for (String collection : List.of("set", "rank", "list", "hash")) {
            answers.put(new Read.Size(elsewhere(collection)), 1L);
        }
        answers.put(new Read.Size(elsewhere("absent")), 0L);
        answers.put(new Read.Type(elsewhere("list")), Optional.of(ValueType.LIST));
        answers.put(new Read.Type(elsewhere("absent")), Optional.empty());
        answers.put(new Read.Remaining(elsewhere("text")), Optional.of(new Life.Endless()));
        answers.put(new Read.Remaining(elsewhere("absent")), Optional.empty());
        return answers;
    }

    @Test
    void oneQuestionMayBeAskedTwice() {
        Key key = key("twice");
        apply(b -> b.put(key, "x", NEVER));
        assertThat(store().readAll(List.of(new Read.Get(key), new Read.Get(key))))
                .containsExactly(Optional.of(bytes("x")), Optional.of(bytes("x")));
    }

    @Test
    void oneWrongTypeIsAFaultOfTheWholeRead() {
        Key text = elsewhere("text");
        Key set = elsewhere("set");
        apply(b -> b.put(text, "x", NEVER));
        apply(b -> b.setAdd(set, bytes("a")));
        List<Read.Get> questions = List.of(new Read.Get(text), new Read.Get(set), new Read.Get(text));
        assertThatThrownBy(() -> store().readAll(questions)).isInstanceOf(WrongType.class);
        assertValue(text, "x");
    }
}
