package dev.yorozu.conformance.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.cache.Cache;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import java.util.List;
import org.junit.jupiter.api.Test;

/** After a change nobody sees what was before, whatever was under way, and whoever stopped. */
@OnEveryStore
final class ChangesTest extends CacheSuite {
    @Test
    void aWriterBetweenLoadAndFillWins() {
        for (boolean sameServer : new boolean[] {true, false}) {
            truth.put(id, OLD);
            Cache<String> reader = server(STRICT);
            Cache<String> writer = sameServer ? reader : server(STRICT);
            reader.invalidate(id);
            Reading slow = reading(reader);
            write(writer, NEW);
            assertThat(slow.finish().value()).contains(OLD);
            assertThat(there(value)).isFalse();
            assertThat(reader.stats().staleFills()).isEqualTo(1);
            allShowNew(List.of(reader, writer));
        }
    }

    @Test
    void anInvalidationBetweenLoadAndFillWins() {
        Cache<String> reader = server(STRICT);
        Reading slow = reading(reader);
        truth.put(id, NEW);
        assertThat(server(STRICT).invalidate(id)).isFalse();
        assertThat(slow.finish().value()).contains(OLD);
        assertThat(there(value)).isFalse();
        allShowNew(List.of(reader));
    }

    @Test
    void aLoadThatEndsDuringAChangeIsNotKept() {
        Cache<String> reader = server(STRICT);
        Reading slow = reading(reader);
        server(STRICT).write(id, () -> {
            assertThat(slow.finish().value()).contains(OLD);
            assertThat(there(value)).isFalse();
            return truth.put(id, NEW);
        });
        allShowNew(List.of(reader));
    }

    @Test
    void duringAChangeEverybodyLoadsAndNothingIsKept() {
        Cache<String> reader = server(PATIENT);
        get(reader);
        write(server(STRICT), () -> {
            assertThat(there(value)).isFalse();
            assertThat(shown(reader)).isEqualTo(OLD);
            truth.put(id, NEW);
            assertThat(shown(reader)).isEqualTo(NEW);
            assertThat(there(value)).isFalse();
        });
        assertThat(reader.stats().waits()).isZero();
        allShowNew(List.of(reader));
    }

    private void write(Cache<String> server, Runnable action) {
        assertThat(server.write(id, () -> {
                    action.run();
                    return true;
                }))
                .isTrue();
        assertThat(there(writers)).isFalse();
    }

    /** Were the cache open after the first end, the copy would stay if the other writer stopped before its own. */
    @Test
    void ofTwoChangesAtOnceTheEndOfOneDoesNotOpenTheCache() {
        Cache<String> stopping = server(FaultyStore.failing(store(), Fault.KILLED_BEFORE, 2), STRICT);
        stopping.write(id, () -> {
            write(server(STRICT), OLD);
            assertThat(shown(server(STRICT))).isEqualTo(OLD);
            assertThat(there(value)).isFalse();
            return truth.put(id, NEW);
        });
        assertThat(there(value)).isFalse();
        assertThat(shown(server(STRICT))).isEqualTo(NEW);
    }

    @Test
    void aWriterThatStopsLeavesNoOldCopyAndIsForgotten() {
        for (Fault fault : new Fault[] {Fault.KILLED_BEFORE, Fault.KILLED_AFTER}) {
            truth.put(id, OLD);
            server(HASTY).invalidate(id);
            get(server(STRICT));
            Cache<String> stopping = server(FaultyStore.failing(store(), fault, 2), HASTY);
            write(stopping, NEW);
            assertThat(stopping.stats().storeFaults()).isEqualTo(1);
            assertThat(there(value)).isFalse();
            assertThat(shown(server(HASTY))).isEqualTo(NEW);
            awaitEndOf(writers);
            allShowNew(List.of());
        }
    }

    @Test
    void aReaderWhoWasLoadingWhenAWriterStoppedKeepsNothing() {
        Reading slow = reading(server(STRICT));
        write(server(FaultyStore.failing(store(), Fault.KILLED_BEFORE, 2), STRICT), NEW);
        assertThat(slow.finish().value()).contains(OLD);
        assertThat(there(value)).isFalse();
        assertThat(shown(server(STRICT))).isEqualTo(NEW);
    }

    @Test
    void aChangeThatCannotBeginIsNotMade() {
        for (Fault fault : Fault.values()) {
            Cache<String> server = server(FaultyStore.failing(store(), fault, 1), HASTY);
            assertThatThrownBy(() -> write(server, NEW)).isInstanceOf(StoreException.class);
            assertThat(shown(server(HASTY))).isEqualTo(OLD);
        }
    }

    @Test
    void anActionThatThrowsMayHaveHappened() {
        Cache<String> server = server(STRICT);
        get(server);
        assertThatThrownBy(() -> server.write(id, () -> {
                    truth.put(id, NEW);
                    throw new IllegalStateException("the answer was lost");
                }))
                .hasMessage("the answer was lost");
        assertThat(there(writers)).isFalse();
        allShowNew(List.of(server));
    }

    @Test
    void anActionThatOutlivesItsTimeIsStillTheLastWord() {
        Cache<String> reader = server(STRICT);
        Cache<String> slow = server(STRICT);
        Cache<String> writer = server(HASTY);
        Reading[] under = new Reading[1];
        write(writer, () -> {
            awaitEndOf(writers);
            assertThat(shown(reader)).isEqualTo(OLD);
            assertThat(there(value)).isTrue();
            reader.invalidate(id);
            under[0] = reading(slow);
            truth.put(id, NEW);
        });
        under[0].finish();
        assertThat(there(value)).isFalse();
        allShowNew(List.of(reader, slow, writer));

        truth.put(id, OLD);
        reader.invalidate(id);
        write(writer, () -> {
            awaitEndOf(writers);
            assertThat(shown(reader)).isEqualTo(OLD);
            truth.put(id, NEW);
        });
        allShowNew(List.of(reader));
    }
}
