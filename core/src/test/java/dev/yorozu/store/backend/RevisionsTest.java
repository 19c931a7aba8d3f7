package dev.yorozu.store.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Key;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RevisionsTest {
    /** Whoever may watch one key must not learn of another one by choosing a name of the same {@code hashCode}. */
    @Test
    void keysThatAnybodyCanFindDoNotShareACount() {
        List<String> names = new ArrayList<>(List.of(""));
        for (int i = 0; i < 6; i++) {
            List<String> longer = new ArrayList<>();
            names.forEach(name -> longer.addAll(List.of(name + "Aa", name + "BB")));
            names = longer;
        }
        assertThat(names.stream().map(String::hashCode).distinct()).hasSize(1);
        Revisions revisions = new Revisions();
        revisions.changed(Key.of(names.getFirst()));

        assertThat(names.stream().filter(name -> revisions.of(Key.of(name)) > 0))
                .contains(names.getFirst())
                .hasSizeLessThan(8);
    }
}
