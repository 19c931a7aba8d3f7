package dev.yorozu.conformance.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.keyspace.Part;
import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.link.IssueResult;
import dev.yorozu.link.KeyRing;
import dev.yorozu.link.LinkLayout;
import dev.yorozu.link.LinkPolicy;
import dev.yorozu.link.LinkRequest;
import dev.yorozu.link.ResolveResult;
import dev.yorozu.link.ShareLinks;
import dev.yorozu.recovery.Recovery;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.SealingKey;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

@OnEveryStore
final class RecoveryTest extends Suite {
    private static final RandomTokens RANDOM = RandomTokens.secure();

    private Recovery recovery() {
        return new Recovery(store(), Keyspace.schema(), clock());
    }

    private ShareLinks links() {
        return new ShareLinks(
                store(),
                LinkLayout.DISCORD,
                LinkPolicy.standard(LinkPolicy.DEFAULT_HOSTS),
                KeyRing.of(SealingKey.of(new byte[32])),
                Storage.DOCUMENTED,
                RANDOM,
                clock());
    }

    private static Key sample(KeyPattern pattern) {
        return pattern.key(pattern.parts().stream().map(RecoveryTest::sample).toArray(String[]::new));
    }

    private static String sample(Part part) {
        return part.choices().stream().findFirst().orElseGet(() -> {
            String filler = part.alphabet().contains('0') ? "0" : "a";
            return filler.repeat(part.minLength());
        });
    }

    private void put(Key key) {
        store().commit(Batch.builder().put(key, Bytes.of("1"), Expiry.never()).build());
    }

    @Test
    void whatGrantsAccessIsGoneAndAllElseStays() {
        recovery().endAll(looked -> {});
        List<Key> all =
                Keyspace.schema().patterns().stream().map(RecoveryTest::sample).toList();
        all.forEach(this::put);
        long ended = recovery().endAll(looked -> {});
        List<Key> granting = all.stream()
                .filter(key -> Recovery.ends(Keyspace.schema(), key.name()))
                .toList();
        assertThat(ended).isEqualTo(granting.size()).isPositive();
        for (Key key : all) {
            assertThat(store().get(key).isPresent()).as(key.name()).isEqualTo(!granting.contains(key));
        }
        assertThat(recovery().endAll(looked -> {})).isZero();
    }

    @Test
    void manyPagesAreEndedAndCountsStay() {
        recovery().endAll(looked -> {});
        for (int i = 0; i < 700; i++) {
            put(DiscordKeys.SESSION.key("s".repeat(28) + (1000 + i)));
        }
        Key total = NostalgicKeys.COUNTER_TOTAL.key("example-100680ad");
        put(total);
        assertThat(recovery().endAll(looked -> {})).isEqualTo(700);
        assertThat(store().get(total)).isPresent();
    }

    @Test
    void aLinkFromBeforeIsDeadInBothFormsAndALaterOneIsNot() {
        IssueResult.Issued before = (IssueResult.Issued) links().issue(draft());
        clock().advance(Duration.ofSeconds(1));
        recovery().endAll(looked -> {});
        assertThat(links().resolve(before.token())).isInstanceOf(ResolveResult.NotFound.class);
        assertThat(links().resolve(before.shortToken())).isInstanceOf(ResolveResult.NotFound.class);
        IssueResult.Issued after = (IssueResult.Issued) links().issue(draft());
        assertThat(links().resolve(after.token())).isInstanceOf(ResolveResult.Resolved.class);
    }

    @Test
    void theMarkNeverGoesBack() {
        recovery().endAll(looked -> {});
        Optional<Bytes> mark = store().get(ServerKeys.RECOVERY_CUTOFF.key());
        clock().set(clock().instant().minusSeconds(60));
        recovery().endAll(looked -> {});
        assertThat(store().get(ServerKeys.RECOVERY_CUTOFF.key()))
                .isEqualTo(mark)
                .isPresent();
    }

    @Test
    void aMarkThatCannotBeReadAdmitsNothingUntilTheNextRecovery() {
        IssueResult.Issued link = (IssueResult.Issued) links().issue(draft());
        store().commit(Batch.builder()
                .put(ServerKeys.RECOVERY_CUTOFF.key(), Bytes.of("soon"), Expiry.never())
                .build());
        assertThat(links().resolve(link.token())).isInstanceOf(ResolveResult.NotFound.class);
        recovery().endAll(looked -> {});
        IssueResult.Issued after = (IssueResult.Issued) links().issue(draft());
        assertThat(links().resolve(after.token())).isInstanceOf(ResolveResult.Resolved.class);
    }

    private static LinkRequest draft() {
        return new LinkRequest(
                Optional.of("https://abc.public.blob.vercel-storage.com/f.zip"),
                Optional.of("f"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
