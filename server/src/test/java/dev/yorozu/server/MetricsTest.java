package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.server.config.Version;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MetricsTest {
    private final FailingStore raw = new FailingStore();
    private final RunningServer server = new RunningServer(raw, Map.of(), new PracticeModule());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void requestsAreCountedByRouteAndStatusAndNeverByPath() throws Exception {
        server.get("/practice/items/secret-one");
        server.get("/practice/items/secret-two?token=secret-three");
        server.get("/practice/faults/unavailable");
        server.get("/secret-four");
        server.raw("BREW /practice/items/secret-five HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        server.raw("secret-six\r\n\r\n");

        assertThat(server.get("/metrics").headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
        assertThat(server.get("/metrics").body())
                .contains(
                        "yorozu_http_request_seconds_count{method=\"GET\",route=\"/practice/items/{id}\",status=\"200\"} 2\n",
                        "yorozu_http_request_seconds_count{method=\"GET\",route=\"/practice/faults/{kind}\",status=\"503\"} 1\n",
                        "yorozu_http_request_seconds_count{method=\"OTHER\",route=\"(unknown)\",status=\"404\"} 1\n",
                        "yorozu_http_request_seconds_count{method=\"OTHER\",route=\"/practice/items/{id}\",status=\"405\"} 1\n",
                        "yorozu_http_request_seconds_count{method=\"OTHER\",route=\"(malformed)\",status=\"400\"} 1\n",
                        "yorozu_http_request_seconds_bucket{method=\"GET\",route=\"/practice/items/{id}\",status=\"200\",le=\"+Inf\"} 2\n",
                        "yorozu_http_requests_in_flight 1.0\n",
                        "yorozu_build_info{version=\"" + Version.text() + "\"} 1\n",
                        "yorozu_log_dropped_lines_total 0.0\n",
                        "jvm_memory_used_bytes{area=\"heap\"}",
                        "process_cpu_seconds_total")
                .doesNotContain("secret", "BREW", "token=");
    }

    @Test
    void storeOperationsAreTimedByKindAndOutcome() throws Exception {
        Key key = Key.of("secret-key");
        Store store = server.store();
        store.commit(Batch.builder().put(key, "v", Expiry.never()).build());
        store.commit(Batch.builder().require(new Guard.Absent(key)).delete(key).build());
        store.get(key);
        store.readAll(List.of(new Read.Get(key)));
        store.scan(Scan.of("", 10));
        assertThatThrownBy(() -> store.members(key)).isInstanceOf(StoreException.WrongType.class);
        raw.become(FailingStore.Mood.AWAY);
        assertThatThrownBy(() -> store.get(key)).isInstanceOf(StoreException.Unavailable.class);

        assertThat(server.get("/metrics").body())
                .contains(
                        "yorozu_store_operation_seconds_count{operation=\"commit\",outcome=\"ok\"} 1\n",
                        "yorozu_store_operation_seconds_count{operation=\"commit\",outcome=\"rejected\"} 1\n",
                        "yorozu_store_operation_seconds_count{operation=\"get\",outcome=\"ok\"} 1\n",
                        "yorozu_store_operation_seconds_count{operation=\"get\",outcome=\"unavailable\"} 1\n",
                        "yorozu_store_operation_seconds_count{operation=\"members\",outcome=\"wrong_type\"} 1\n",
                        "yorozu_store_operation_seconds_count{operation=\"read_all\",outcome=\"ok\"} 1\n",
                        "yorozu_store_operation_seconds_count{operation=\"scan\",outcome=\"ok\"} 1\n")
                .doesNotContain("secret");
    }

    @Test
    void aRoundTripIsOneOperationWithTheWorstOfItsOutcomes() throws Exception {
        Key key = Key.of("text");
        Store store = server.store();
        for (Read<?> last : List.of(new Read.Get(key), new Read.Members(key))) {
            RoundTrip trip = new RoundTrip(store);
            trip.commit(Batch.builder().put(key, "v", Expiry.never()).build());
            trip.read(last);
            trip.send();
        }
        RoundTrip.ask(store, trip -> trip.read(new Read.Get(key)));
        RoundTrip.ask(store, trip -> trip.commit(Batch.builder().delete(key).build()));

        assertThat(server.get("/metrics")
                        .body()
                        .lines()
                        .filter(line -> line.startsWith("yorozu_store_operation_seconds_count")))
                .containsExactlyInAnyOrder(
                        "yorozu_store_operation_seconds_count{operation=\"trip\",outcome=\"ok\"} 1",
                        "yorozu_store_operation_seconds_count{operation=\"trip\",outcome=\"wrong_type\"} 1",
                        "yorozu_store_operation_seconds_count{operation=\"get\",outcome=\"ok\"} 1",
                        "yorozu_store_operation_seconds_count{operation=\"commit\",outcome=\"ok\"} 1");
    }

    @Test
    void everyKindOfReadHasItsName() throws Exception {
        Key key = Key.of("absent");
        Bytes one = Bytes.of("1");
        for (Read<?> read : List.of(
                new Read.Get(key),
                new Read.Members(key),
                new Read.IsMember(key, one),
                new Read.ScoreOf(key, one),
                new Read.Slice(key, 0, 1),
                new Read.Field(key, one),
                new Read.Fields(key),
                new Read.Size(key),
                new Read.Type(key),
                new Read.Remaining(key),
                new Read.Footprint(key))) {
            server.store().read(read);
        }

        assertThat(server.get("/metrics")
                        .body()
                        .lines()
                        .filter(line -> line.startsWith("yorozu_store_operation_seconds_count")))
                .hasSize(11)
                .allMatch(line -> line.endsWith("outcome=\"ok\"} 1"));
    }

    @Test
    void whatTheStoreDoesByItselfIsCounted() throws Exception {
        server.telemetry().metrics().storeObserver().groupCommitted(3);
        server.telemetry().metrics().storeObserver().groupCommitted(40);
        server.telemetry().metrics().storeObserver().expired(7);

        assertThat(server.get("/metrics").body())
                .contains(
                        "yorozu_store_group_commit_batches_bucket{le=\"4.0\"} 1\n",
                        "yorozu_store_group_commit_batches_count 2\n",
                        "yorozu_store_group_commit_batches_sum 43.0\n",
                        "yorozu_store_expired_keys_total 7.0\n");
    }
}
