package dev.yorozu.server.operate.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Query;
import dev.yorozu.command.Commands;
import dev.yorozu.command.Observer;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.config.AuditSettings;
import dev.yorozu.server.operate.commands.CommandOperations.CallsRequest;
import dev.yorozu.server.operate.transport.LocalOperations;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.memory.MemoryStore;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What operators see of the replies to their commands, and what is kept from them unless they say so. */
class CommandOperationsTest {
    private static final String SESSION = "sess:0123456789abcdef0123456789abcdef";
    private static final String CUTOFF = "yorozu:recovered";

    /** Published scripts that read a string, and count. */
    private static final String READS = "EVALSHA eb82f0e853d2fc9a236fa9bfbe704fda6ac2fc36 1 ";

    private static final String COUNTS = "EVALSHA 1861a700bafe96c833a483af6b1c28a8897cfdb0 1 ";

    private final MemoryStore store = new MemoryStore();
    private final AuditLog audit = new AuditLog(
            store, AuditSettings.operators(TestHost.settings(Map.of())), RandomTokens.secure(), InstantSource.system());
    private final LocalOperations operations = new LocalOperations();

    @BeforeEach
    void bind() {
        Commands commands =
                new Commands(store, Keyspace.schema(), Limits.DEFAULT, InstantSource.system(), new Random(1));
        new CommandOperations(commands, Keyspace.schema(), Observer.NONE, audit, InstantSource.system())
                .bind(operations);
        store.apply(Batch.builder().put(Key.of(SESSION), Bytes.of("secret"), Expiry.never()));
        store.apply(Batch.builder().put(Key.of(CUTOFF), Bytes.of("1"), Expiry.never()));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private List<CommandReply> ask(String... calls) {
        List<List<Bytes>> parts = Stream.of(calls)
                .map(call -> Arrays.stream(call.split(" ", -1)).map(Bytes::of).toList())
                .toList();
        return operations
                .call(CommandOperations.EXECUTE, new CallsRequest(parts, false, false))
                .replies();
    }

    @Test
    void aScriptShowsNoMoreThanACommandDoes() {
        assertThat(ask("GET " + SESSION)).containsExactly(CommandReply.HIDDEN);
        assertThat(ask(READS + SESSION)).containsExactly(CommandReply.HIDDEN);
        assertThat(ask("EVALSHA eb82f0e853d2fc9a236fa9bfbe704fda6ac2fc36 x a")).allMatch(CommandReply::isError);
    }

    @Test
    void aScriptWritesNoKeyOfYorozusOwn() {
        assertThat(ask(COUNTS + CUTOFF + " 1000 1")).allMatch(CommandReply::isError);
        assertThat(store.get(Key.of(CUTOFF))).contains(Bytes.of("1"));
        ask(COUNTS + "own:1 1000 1");
        assertThat(audit.page(Query.ALL, "", 10).events())
                .singleElement()
                .satisfies(event -> assertThat(event.subject()).startsWith("own:~"));
    }

    @Test
    void aTransactionThatWasDiscardedIsNoPartOfTheNext() {
        List<CommandReply> replies =
                ask("MULTI", "PING", "DISCARD", "MULTI", "GET " + SESSION, "DEL counter:a:total", "EXEC", "PING");
        assertThat(replies.get(6).items()).hasSize(2).startsWith(CommandReply.HIDDEN);
        assertThat(replies.getLast()).isEqualTo(CommandReply.status("PONG"));
    }
}
