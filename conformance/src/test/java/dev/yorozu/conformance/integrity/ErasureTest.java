package dev.yorozu.conformance.integrity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.integrity.Erasure;
import dev.yorozu.store.Bytes;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Complete deletion by an operator. */
@OnEveryStore
final class ErasureTest extends IntegritySuite {
    private Erasure erasure() {
        return new Erasure(fixture.store);
    }

    @Test
    void aServiceIsErasedWholeAndNothingElse() {
        SortedMap<String, String> before = fixture.dump();
        for (Service more :
                List.of(fixture.counter("b"), fixture.like("b"), fixture.ranking("b"), fixture.board("b"))) {
            Erasure.Plan plan = erasure().plan(more.kind(), more.id());
            assertThat(plan.keys()).contains(more.kind().id() + ":" + more.id());
            assertThat(plan.mappings()).hasSize(1);
            assertThat(plan.indexed()).isTrue();
            Erasure.Plan erased = erasure().erase(more.kind(), more.id());
            // A cluster may show the same keys in another order the second time.
            assertThat(erased.keys()).containsExactlyInAnyOrderElementsOf(plan.keys());
            assertThat(erased.mappings()).isEqualTo(plan.mappings());
            assertThat(erased.indexed()).isTrue();
            assertThat(erasure().plan(more.kind(), more.id()).isEmpty()).isTrue();
        }
        assertThat(fixture.dump()).isEqualTo(before);
        assertThat(fixture.check().findings()).isEmpty();
    }

    @Test
    void aServiceWithoutARecordIsErasedWhole() {
        SortedMap<String, String> before = fixture.dump();
        Service more = fixture.board("b");
        fixture.write(batch -> batch.delete(IntegrityFixture.record(more)));
        erasure().erase(Kind.BOARD, more.id());
        assertThat(fixture.dump()).isEqualTo(before);
    }

    @Test
    void aServiceWithAnUnreadableRecordIsErasedWhole() {
        SortedMap<String, String> before = fixture.dump();
        Service more = fixture.ranking("b");
        fixture.write(batch -> batch.delete(IntegrityFixture.record(more)));
        fixture.write(batch -> batch.setAdd(IntegrityFixture.record(more), Bytes.of("x")));
        erasure().erase(Kind.RANKING, more.id());
        assertThat(fixture.dump()).isEqualTo(before);
    }

    @Test
    void aServiceWhoseNameIsLongerIsNotTouched() {
        Service more = fixture.counter("b");
        SortedMap<String, String> before = fixture.dump();
        String shorter = more.id().substring(0, more.id().length() - 1);
        assertThat(erasure().erase(Kind.COUNTER, shorter).isEmpty()).isTrue();
        assertThat(erasure().erase(Kind.LIKE, more.id()).isEmpty()).isTrue();
        assertThat(fixture.dump()).isEqualTo(before);
    }

    @Test
    void aTextThatIsNoNameErasesNothing() {
        SortedMap<String, String> before = fixture.dump();
        for (String text : List.of("", ":", "*", "a{b}", counter.id() + ":total", counter.id() + "*")) {
            assertThat(erasure().erase(Kind.COUNTER, text).isEmpty()).isTrue();
        }
        assertThat(fixture.dump()).isEqualTo(before);
    }
}
