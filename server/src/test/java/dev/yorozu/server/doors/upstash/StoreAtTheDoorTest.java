package dev.yorozu.server.doors.upstash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.audit.Kind;
import dev.yorozu.audit.Query;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.server.doors.SchemaLog;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.memory.MemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What another server writes through this door is held against the keyspace and written down, as what any client does. */
class StoreAtTheDoorTest {
    private static final Key SESSION = Keyspace.schema().key("sess:0123456789abcdef0123456789abcdef");

    private static StoreAtTheDoor served(String schema) {
        return new StoreAtTheDoor(new MemoryStore(), Map.of("doors.schema", schema));
    }

    private static List<String> written(StoreAtTheDoor served) {
        served.site().host().doors().close(); // Writes down what it has gathered.
        return served.site().host().audit().page(Query.ALL.of(Kind.DOOR), "", 100).events().reversed().stream()
                .map(event -> event.action() + " " + event.subject())
                .filter(event -> !event.contains(" yorozu:")) // A store tries, when it is opened, whether it may write.
                .toList();
    }

    /** One that only the script can do. */
    private static Batch.Builder guarded() {
        return Batch.builder().require(Guard.absent(SESSION));
    }

    @Test
    void whatABatchDeletesIsWrittenDownIfItWasApplied() {
        try (StoreAtTheDoor served = served("warn")) {
            served.store().apply(guarded().put(SESSION, "{\"uid\":\"1\"}", Expiry.after(Duration.ofHours(1))));
            served.store().commit(guarded().delete(SESSION).build());
            assertThat(written(served)).isEmpty();

            served.store().apply(Batch.builder().require(Guard.present(SESSION)).delete(SESSION));
            assertThat(written(served)).singleElement().asString().matches("delete EVALSHA sess:~[0-9a-f]{8}");
        }
    }

    @Test
    void theDocumentNamesAllKeysThatAServerNeeds() throws IOException {
        Matcher command = Pattern.compile("credential create server --keys=\\{([^}]*)}")
                .matcher(Files.readString(Path.of("..", "docs", "doors.md")));
        assertThat(command.find()).isTrue();
        assertThat(command.group(1).replaceAll("['\\\\\\s]", "").split(","))
                .containsExactlyInAnyOrder(StoreAtTheDoor.everything());
    }

    @Test
    void aBatchThatLeavesWhatIsNotDeclaredSoIsCounted() {
        try (StoreAtTheDoor served = served("warn")) {
            served.store().apply(guarded().put(SESSION, "{\"uid\":\"1\"}", Expiry.never()));
            assertThat(served.site().host().doors().schema().violations())
                    .singleElement()
                    .returns("sess:{sid}", SchemaLog.Violated::key)
                    .returns(false, SchemaLog.Violated::undone);
        }
    }

    @Test
    void whereTheSchemaIsEnforcedItIsRefusedAndNothingIsDone() {
        try (StoreAtTheDoor served = served("enforce")) {
            Batch wrong =
                    guarded().put(SESSION, "{\"uid\":\"1\"}", Expiry.never()).build();
            assertThatThrownBy(() -> served.store().commit(wrong))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("refused the command (SCHEMA)");
            assertThat(served.store().get(SESSION)).isEmpty();

            served.store().apply(guarded().put(SESSION, "{\"uid\":\"1\"}", Expiry.after(Duration.ofHours(1))));
            assertThat(served.store().get(SESSION)).isPresent();
        }
    }
}
