package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.QuickPasswords;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.ServiceId;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.counter.Counters;
import dev.yorozu.nostalgic.counter.Counts;
import dev.yorozu.nostalgic.like.Likes;
import dev.yorozu.secret.Digests;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.testkit.Race;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Services that the platform's earlier program made. */
@OnEveryStore
final class LegacyServicesTest extends CountingSuite {
    private static final String BARE = Digests.hex(TOKEN);

    /** A record as the document shows it, without settings, and the total in the record only. */
    private String legacy(Kind kind, SiteUrl url, String hash) {
        String id = ServiceId.of(url);
        String text = "{\"service\": \"" + kind.id() + "\", \"id\": \"" + id + "\", \"url\": \"" + url
                + "\", \"created\": \"2024-05-06T07:08:09.123Z\", \"" + kind.last() + "\": null, \"" + kind.total()
                + "\": 41, \"owner\": " + (hash.isEmpty() ? "null" : "\"" + hash + "\"") + "}";
        store().commit(Batch.builder()
                .put(kind.keys().service().key(id), text, Expiry.never())
                .build());
        store().commit(Batch.builder()
                .put(kind.keys().mapping().key(SiteUrl.encode(url.text())), id, Expiry.never())
                .build());
        store().commit(Batch.builder()
                .rankAdd(kind.keys().index().key(), Bytes.of(id), 1_714_979_289_123.0)
                .build());
        return id;
    }

    private void put(Key key, String value) {
        store().commit(Batch.builder().put(key, value, Expiry.never()).build());
    }

    @Test
    void aTotalThatOnlyTheRecordTellsIsTakenOver() throws Exception {
        String id = legacy(Kind.COUNTER, address(), BARE);
        Counters counters = counters();
        LocalDate yesterday =
                LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).minusDays(1);
        put(NostalgicKeys.COUNTER_DAILY.key(id, yesterday.toString()), "4");
        assertThat(counters.view(id).orElseThrow().counts()).isEqualTo(new Counts(41, 0, 4, 4, 4));
        assertThat(counters.sum(id).total()).isEqualTo(41);
        Race.of(20, i -> counted(counters.visit(id, visitor(i))));
        assertThat(text(NostalgicKeys.COUNTER_TOTAL.key(id))).hasValue("61");
        assertThat(counters.view(id).orElseThrow().counts()).isEqualTo(new Counts(61, 20, 4, 24, 24));
        assertThat(record(Kind.COUNTER, id).number("totalCount")).hasValue(61);
    }

    @Test
    void likesThatOnlyTheRecordTellsAreTakenOver() throws Exception {
        String id = legacy(Kind.LIKE, address(), BARE);
        Likes likes = likes();
        assertThat(likes.view(id, ALICE).orElseThrow().total()).isEqualTo(41);
        Race.of(20, i -> toggled(likes.toggle(id, visitor(i))));
        assertThat(likes.view(id, visitor(3)).orElseThrow()).satisfies(view -> {
            assertThat(view.total()).isEqualTo(61);
            assertThat(view.liked()).isTrue();
        });
    }

    @Test
    void aBareHashIsAcceptedAndReplacedByOneOfAll() throws Exception {
        for (boolean withKey : List.of(true, false)) {
            SiteUrl url = address();
            String id = legacy(Kind.COUNTER, url, BARE);
            Key owner = NostalgicKeys.COUNTER.ownerToken().key(id);
            if (withKey) {
                put(owner, BARE);
            }
            var services = counters().services();
            assertThat(services.owned(url, OTHER_TOKEN)).isInstanceOf(Ownership.WrongToken.class);
            assertThat(text(owner).isPresent()).isEqualTo(withKey);
            List<Ownership> all = Race.of(16, i -> services.owned(url, TOKEN));
            String kept = text(owner).orElseThrow();
            assertThat(QuickPasswords.SET.matches(TOKEN, kept)).isTrue();
            Set<String> hashes = new HashSet<>();
            for (Ownership each : all) {
                assertThat(each).isInstanceOf(Ownership.Owned.class);
                hashes.add(((Ownership.Owned) each).hash());
            }
            assertThat(hashes).containsExactly(kept);
            assertThat(record(Kind.COUNTER, id).text("owner")).hasValue(kept);
            assertThat(record(Kind.COUNTER, id).document("settings")).hasValue(Document.empty());
            assertThat(services.owned(url, OTHER_TOKEN)).isInstanceOf(Ownership.WrongToken.class);
            assertThat(create(Kind.COUNTER, store(), url, TOKEN)).isInstanceOf(Creation.Existed.class);
            Document hook = Service.withWebhook(Document.empty(), "https://hooks.example.org/3");
            assertThat(counters().change(owned(Kind.COUNTER, url), hook)).isPresent();
        }
    }

    /** The record has no settings, but the token is kept as today. */
    @Test
    void aRecordWithoutSettingsGetsThem() {
        SiteUrl url = address();
        String id = legacy(Kind.LIKE, url, "");
        put(NostalgicKeys.LIKE.ownerToken().key(id), QuickPasswords.SET.hash(TOKEN));
        Document hook = Service.withWebhook(Document.empty(), "https://hooks.example.org/4");
        assertThat(likes().change(owned(Kind.LIKE, url), hook, ALICE)
                        .orElseThrow()
                        .service()
                        .webhook())
                .isPresent();
    }

    @Test
    void aServiceWithoutOwnerIsNobodys() {
        SiteUrl url = address();
        legacy(Kind.COUNTER, url, "");
        assertThat(counters().services().owned(url, TOKEN)).isInstanceOf(Ownership.WrongToken.class);
        assertThat(create(Kind.COUNTER, store(), url, TOKEN)).isInstanceOf(Creation.Refused.class);
    }

    @Test
    void aTokenShorterThanNewOnesStillWorks() {
        SiteUrl url = address();
        String id = legacy(Kind.COUNTER, url, Digests.hex("short"));
        assertThat(counters().services().owned(url, "short")).isInstanceOf(Ownership.Owned.class);
        assertThat(text(NostalgicKeys.COUNTER.ownerToken().key(id))).hasValue(Digests.hex("short"));
        assertThat(counters().services().owned(url, "shorts")).isInstanceOf(Ownership.WrongToken.class);
    }

    @Test
    void deletingLegacyServicesLeavesNothing() {
        for (Kind kind : List.of(Kind.COUNTER, Kind.LIKE)) {
            SiteUrl url = address();
            String id = legacy(kind, url, BARE);
            if (kind == Kind.COUNTER) {
                put(NostalgicKeys.COUNTER_DAILY.key(id, "2024-05-05"), "1");
                put(NostalgicKeys.COUNTER_DAILY.key(id, "2024-05-06"), "40");
            }
            assertThat(services(kind, store()).delete(owned(kind, url))).isTrue();
            assertNothingLeft(kind, url);
        }
    }
}
