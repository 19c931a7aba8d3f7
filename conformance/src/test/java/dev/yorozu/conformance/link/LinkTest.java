package dev.yorozu.conformance.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.link.Deletion;
import dev.yorozu.link.Draft;
import dev.yorozu.link.FileName;
import dev.yorozu.link.Issue;
import dev.yorozu.link.KeyRing;
import dev.yorozu.link.LinkPolicy;
import dev.yorozu.link.LongToken;
import dev.yorozu.link.MadeLink;
import dev.yorozu.link.Payload;
import dev.yorozu.link.Resolution;
import dev.yorozu.link.ShareLinks;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.SealingKey;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

@OnEveryStore(storages = {Storage.DOCUMENTED, Storage.HARDENED})
final class LinkTest extends LinkSuite {
    @Test
    void aLinkLeadsWhereItsMakerSaidByBothOfItsTokens() {
        Issue.Issued issued = issued();
        assertThat(issued.shortToken()).matches("[A-Za-z0-9_-]{10}");
        assertThat(issued.url()).isEqualTo(URL + "?download=1");
        assertThat(issued.ends()).isEqualTo(start.plus(Duration.ofDays(7)));
        for (String token : List.of(issued.shortToken(), issued.token())) {
            assertThat(links().resolve(token))
                    .isEqualTo(new Resolution.Resolved(
                            URL + "?download=1", FileName.of("f.zip"), issued.ends(), "zips", issued.mark()));
        }
    }

    @Test
    void theMappingLiesAsDocumentedUntilTheLinkEnds() {
        Issue.Issued issued = issued();
        String stored = store().get(mapping(issued.shortToken())).orElseThrow().text();
        assertThat(storage.open(issued.shortToken(), "token", stored)).hasValue(issued.token());
        assertLivesAtMost(mapping(issued.shortToken()), Duration.ofDays(7));
        assertLivesAtMost(record(issued.token()), Duration.ofDays(7).plusHours(1));
        if (storage == Storage.HARDENED) {
            String record = store().get(record(issued.token())).orElseThrow().text();
            assertThat(stored + record).doesNotContain(issued.token()).doesNotContain(issued.shortToken());
            assertThat(mapping(issued.shortToken()).name()).doesNotContain(issued.shortToken());
        } else {
            assertThat(stored).isEqualTo(issued.token());
        }
    }

    private void assertLivesAtMost(Key key, Duration atMost) {
        Life life = store().remaining(key).orElseThrow();
        assertThat(((Life.Ends) life).left())
                .isLessThanOrEqualTo(atMost)
                .isGreaterThan(atMost.minus(Duration.ofMinutes(5)));
    }

    @Test
    void aDeletedLinkIsGoneInBothForms() {
        Issue.Issued issued = issued();
        assertThat(links().delete(issued.shortToken(), "somebody-else")).isEqualTo(new Deletion.NotTheMaker());
        assertThat(links().delete(issued.shortToken(), maker))
                .isEqualTo(new Deletion.Deleted(issued.mark(), issued.ends()));
        assertThat(store().type(mapping(issued.shortToken()))).isEmpty();
        for (String token : List.of(issued.shortToken(), issued.token())) {
            assertThat(links().resolve(token)).isEqualTo(new Resolution.NotFound());
            assertThat(links().delete(token, maker)).isEqualTo(new Deletion.NotFound());
        }
    }

    @Test
    void theLongTokenDeletesAsWellAndNoOtherSpellingOfItLives() {
        Issue.Issued issued = issued();
        assertThat(links().delete(issued.token(), maker)).isInstanceOf(Deletion.Deleted.class);
        assertThat(store().type(mapping(issued.shortToken()))).isEmpty();
        String stem = issued.token().substring(0, issued.token().length() - 1);
        assertThat("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_="
                        .chars()
                        .mapToObj(last -> links().resolve(stem + (char) last)))
                .noneMatch(Resolution.Resolved.class::isInstance);
        for (String spelling :
                List.of(issued.token() + "==", issued.token().replace('-', '+').replace('_', '/'))) {
            assertThat(links().resolve(spelling)).isEqualTo(new Resolution.NotFound());
        }
    }

    /** A link of the documented system, which kept no record, under a short token. */
    private String unrecorded(String shortToken) {
        Payload payload = new Payload(URL, FileName.of("f.zip"), "zips", start.plus(Duration.ofDays(1)), start);
        String token = LongToken.seal(payload, KEYS, RANDOM.bytes(12));
        store().commit(Batch.builder()
                .put(
                        mapping(shortToken),
                        storage.seal(shortToken, "token", token, RANDOM),
                        Expiry.after(Duration.ofDays(1)))
                .build());
        return token;
    }

    @Test
    void whatTheDocumentedSystemIssuedIsGoodUntilSomebodyWhoHoldsItDeletesIt() {
        for (boolean known : List.of(true, false)) {
            for (boolean byShort : List.of(true, false)) {
                String shortToken = RANDOM.characters(10);
                String token = unrecorded(shortToken);
                String held = byShort ? shortToken : token;
                assertThat(links().resolve(token)).isInstanceOf(Resolution.Resolved.class);
                assertThat(links().resolve(shortToken)).isInstanceOf(Resolution.Resolved.class);
                Deletion deletion = known ? links().delete(held, maker) : links().delete(held);
                assertThat(deletion).isInstanceOf(Deletion.Deleted.class);
                assertThat(links().resolve(token)).isEqualTo(new Resolution.NotFound());
                assertThat(links().resolve(shortToken)).isEqualTo(new Resolution.NotFound());
                assertThat(links().delete(token)).isEqualTo(new Deletion.NotFound());
                assertThat(links().delete(token, maker)).isEqualTo(new Deletion.NotFound());
                assertThat(store().type(mapping(shortToken)).isPresent()).isEqualTo(!byShort);
                assertLivesAtMost(record(token), Duration.ofDays(1).plusHours(1));
            }
        }
    }

    @Test
    void whoeverIsNotSignedInDeletesNoLinkOfOurs() {
        Issue.Issued issued = issued();
        assertThat(links().delete(issued.shortToken())).isEqualTo(new Deletion.NotTheMaker());
        assertThat(links().resolve(issued.shortToken())).isInstanceOf(Resolution.Resolved.class);
    }

    @Test
    void endsAreTakenAsAskedUpToTheLongest() {
        Instant tomorrow = start.plus(Duration.ofDays(1));
        assertThat(issued(links().issue(until("" + tomorrow.toEpochMilli()))).ends())
                .isEqualTo(tomorrow);
        assertThat(issued(links().issue(until(tomorrow.toString()))).ends()).isEqualTo(tomorrow);
        assertThat(issued(links().issue(until(""))).ends()).isEqualTo(start.plus(Duration.ofDays(7)));
        for (String far : List.of("9999-12-31", "+275760-09-13", "9999999999999999", "9".repeat(300))) {
            assertThat(issued(links().issue(until(far))).ends()).isEqualTo(start.plus(Duration.ofDays(14)));
        }
        for (String past : List.of("0", "-5", "2001-01-01", "" + start.toEpochMilli(), "-271821-04-20")) {
            assertThat(links().issue(until(past))).isEqualTo(new Issue.AlreadyOver());
        }
        assertThat(links().issue(until("soon"))).isEqualTo(new Issue.InvalidEnd());
    }

    @Test
    void aLinkIsOverAtItsEnd() {
        Issue.Issued issued =
                issued(links().issue(until("" + start.plusSeconds(600).toEpochMilli())));
        clock.advance(Duration.ofSeconds(600).minusMillis(1));
        assertThat(links().resolve(issued.token())).isInstanceOf(Resolution.Resolved.class);
        clock.advance(Duration.ofMillis(1));
        assertThat(links().resolve(issued.token())).isEqualTo(new Resolution.Expired(issued.ends()));
        assertThat(links().delete(issued.token(), maker)).isEqualTo(new Deletion.NotFound());
    }

    @Test
    void anOlderKeyReadsUntilItIsTakenAway() {
        Issue.Issued issued = issued();
        SealingKey next = SealingKey.of(RANDOM.bytes(32));
        ShareLinks rotated = links(store(), new KeyRing(next, List.of(KEYS.current())), POLICY, RANDOM);
        assertThat(rotated.resolve(issued.shortToken())).isInstanceOf(Resolution.Resolved.class);
        Issue.Issued renewed = issued(rotated.issue(draft(URL)));
        assertThat(links().resolve(renewed.token())).isEqualTo(new Resolution.InvalidPayload());
        ShareLinks forgetful = links(store(), KeyRing.of(next), POLICY, RANDOM);
        assertThat(forgetful.resolve(renewed.token())).isInstanceOf(Resolution.Resolved.class);
        assertThat(forgetful.resolve(issued.shortToken())).isEqualTo(new Resolution.InvalidPayload());
    }

    @Test
    void aHostThatIsNoLongerAllowedIsRefusedAtTheVisit() {
        Issue.Issued issued = issued();
        ShareLinks narrowed = links(store(), KEYS, LinkPolicy.standard(List.of("files.example.com")), RANDOM);
        assertThat(narrowed.resolve(issued.shortToken())).isEqualTo(new Resolution.HostNotAllowed());
        assertThat(narrowed.issue(draft(URL))).isEqualTo(new Issue.HostNotAllowed());
    }

    /** A closed store answers nothing, so that these answers came without it. */
    @Test
    void whatIsMalformedNeverReachesTheStore() {
        Store closed = openAnother();
        closed.close();
        ShareLinks links = links(closed, KEYS, POLICY, RANDOM);
        Draft none =
                new Draft(Optional.of("  "), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        assertThat(links.issue(none)).isEqualTo(new Issue.UrlRequired());
        assertThat(links.issue(draft("nonsense"))).isEqualTo(new Issue.InvalidUrl());
        assertThat(links.issue(draft("http://blob.vercel-storage.com/"))).isEqualTo(new Issue.HostNotAllowed());
        assertThat(links.issue(draft("https://attacker.example/"))).isEqualTo(new Issue.HostNotAllowed());
        assertThat(links.resolve("")).isEqualTo(new Resolution.TokenRequired());
        assertThat(links.resolve("v1.AAAA.AAAA")).isEqualTo(new Resolution.InvalidBytes());
        for (String token : List.of("short", "ten chars!", "elevenchars", "{}{}{}{}{}", "x".repeat(100_000), "\0")) {
            assertThat(links.resolve(token)).isEqualTo(new Resolution.InvalidFormat());
            assertThat(links.delete(token, maker)).isEqualTo(new Deletion.NotFound());
        }
    }

    @Test
    void aTakenShortTokenIsNeverGivenAwayTwice() {
        byte[] taken = RANDOM.bytes(8);
        byte[] free = RANDOM.bytes(8);
        Issue.Issued first = issued(scripted(taken).issue(draft(URL)));
        Issue.Issued second = issued(scripted(taken, taken, taken, taken, free).issue(draft(URL + "2")));
        assertThat(second.shortToken()).isNotEqualTo(first.shortToken());
        assertThat(scripted(taken, taken, taken, taken, taken, RANDOM.bytes(8)).issue(draft(URL + "3")))
                .isEqualTo(new Issue.NoFreeShort());
        assertThat(((Resolution.Resolved) links().resolve(first.shortToken())).url())
                .isEqualTo(URL + "?download=1");
        assertThat(((Resolution.Resolved) links().resolve(second.shortToken())).url())
                .isEqualTo(URL + "2?download=1");
    }

    @Test
    void aMakerSeesTheLinksThatLiveTheNewestFirst() {
        Issue.Issued first = issued();
        clock.advance(Duration.ofSeconds(1));
        Issue.Issued brief =
                issued(links().issue(until("" + clock.instant().plusSeconds(600).toEpochMilli())));
        clock.advance(Duration.ofSeconds(1));
        Issue.Issued deleted = issued();
        assertThat(shorts(signedIn)).containsExactly(deleted.shortToken(), brief.shortToken(), first.shortToken());
        links().delete(deleted.token(), maker);
        assertThat(store().size(list())).isEqualTo(2);
        clock.advance(Duration.ofMinutes(10));
        List<MadeLink> made = links().made(signedIn);
        assertThat(made)
                .containsExactly(new MadeLink(
                        Digests.base64url(first.token()),
                        first.mark().shown(),
                        Optional.of(new MadeLink.Content(first.shortToken(), "f.zip")),
                        first.ends()));
        assertThat(store().size(list())).as("the ended one left the list").isEqualTo(1);
        assertLivesAtMost(list(), Duration.ofDays(7));
        assertThat(links().made(new Draft.Maker("42", "sid"))).isEmpty();
    }

    private List<String> shorts(Draft.Maker who) {
        return links().made(who).stream()
                .map(link -> link.content().orElseThrow().shortToken())
                .toList();
    }

    @Test
    void aListedLinkIsDeletedByItsMakerAlone() {
        Issue.Issued issued = issued();
        String id = links().made(signedIn).getFirst().id();
        assertThat(links().deleteMade(id, "42")).isEqualTo(new Deletion.NotTheMaker());
        assertThat(links().deleteMade("nonsense", maker)).isEqualTo(new Deletion.NotFound());
        assertThat(links().deleteMade(id, maker)).isEqualTo(new Deletion.Deleted(issued.mark(), issued.ends()));
        assertThat(links().deleteMade(id, maker)).isEqualTo(new Deletion.NotFound());
        assertThat(links().resolve(issued.token())).isEqualTo(new Resolution.NotFound());
        assertThat(store().type(mapping(issued.shortToken()))).isEmpty();
        assertThat(store().type(list())).isEmpty();
        assertThat(links().made(signedIn)).isEmpty();
    }

    @Test
    void theOldestLeaveAFullListAndLiveOn() {
        LinkPolicy narrow = new LinkPolicy(LinkPolicy.DEFAULT_HOSTS, POLICY.defaultLife(), POLICY.maxLife(), 2);
        ShareLinks links = links(store(), KEYS, narrow, RANDOM);
        List<Issue.Issued> issued = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            issued.add(issued(links.issue(draft(URL))));
            clock.advance(Duration.ofSeconds(1));
        }
        assertThat(store().size(list())).isEqualTo(2);
        assertThat(links.made(signedIn))
                .extracting(MadeLink::id)
                .containsExactly(
                        Digests.base64url(issued.get(2).token()),
                        Digests.base64url(issued.get(1).token()));
        assertThat(links.resolve(issued.getFirst().token())).isInstanceOf(Resolution.Resolved.class);
    }

    /** Hardened, neither the store nor another session of the maker can tell the address of a link. */
    @Test
    void hardenedOnlyTheSessionThatMadeALinkReadsItsAddress() {
        Issue.Issued issued = issued();
        List<MadeLink> elsewhere = links().made(new Draft.Maker(maker, "another-sid"));
        assertThat(elsewhere).singleElement().satisfies(link -> {
            assertThat(link.shown()).isEqualTo(issued.mark().shown());
            assertThat(link.content().isPresent()).isEqualTo(storage == Storage.DOCUMENTED);
        });
        assertThat(shorts(signedIn)).containsExactly(issued.shortToken());
    }

    private ShareLinks scripted(byte[]... shorts) {
        return links(store(), KEYS, POLICY, ScriptedRandom.eightBytesAtATime(shorts));
    }

    @Test
    void aDamagedRecordBringsNoDeletedLinkBack() {
        Issue.Issued issued = issued();
        links().delete(issued.token(), maker);
        store().commit(Batch.builder()
                .put(record(issued.token()), Bytes.of("{}"), Expiry.after(Duration.ofDays(1)))
                .build());
        assertThat(links().resolve(issued.token())).isEqualTo(new Resolution.NotFound());
    }
}
