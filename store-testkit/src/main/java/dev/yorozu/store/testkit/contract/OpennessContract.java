package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException.Unavailable;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class OpennessContract extends ContractFixture {
    @Test
    void anOpenStoreAnswersThePing() {
        assertThatCode(() -> store().ping()).doesNotThrowAnyException();
    }

    @Test
    void anOpenStoreSaysHowMuchMemoryItUses() {
        assertThat(store().memory())
                .hasValueSatisfying(use -> assertThat(use.used()).isPositive())
                .hasValueSatisfying(use -> assertThat(use.percentage()).isPositive());
    }

    @Test
    void aClosedStoreIsUnavailableForEverything() {
        Store closed = openAnother();
        closed.ping();
        closed.close();
        Batch batch = Batch.builder().put(key("late"), "x", NEVER).build();
        assertThatThrownBy(closed::memory).isInstanceOf(Unavailable.class);
        assertThatThrownBy(closed::ping).isInstanceOf(Unavailable.class);
        assertThatThrownBy(() -> closed.commit(batch)).isInstanceOf(Unavailable.class);
        assertThatThrownBy(() -> closed.get(key("late"))).isInstanceOf(Unavailable.class);
        assertThatThrownBy(() -> closed.readAll(List.of(new Read.Get(key("late")))))
                .isInstanceOf(Unavailable.class);
        assertThatThrownBy(() -> closed.scan(Scan.of("", 10))).isInstanceOf(Unavailable.class);
    }

    @Test
    void closingTwiceDoesNoHarm() {
        Store closed = openAnother();
        closed.close();
        assertThatCode(closed::close).doesNotThrowAnyException();
    }
}
