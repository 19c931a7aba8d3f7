package dev.yorozu.conformance.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.link.DeleteResult;
import dev.yorozu.link.FileName;
import dev.yorozu.link.IssueResult;
import dev.yorozu.link.KeyRing;
import dev.yorozu.link.LinkPolicy;
import dev.yorozu.link.LinkRequest;
import dev.yorozu.link.ListedLink;
import dev.yorozu.link.LongToken;
import dev.yorozu.link.Payload;
import dev.yorozu.link.ResolveResult;
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
        IssueResult.Issued issued = issued();
        assertThat(issued.shortToken()).matches("[A-Za-z0-9_-]{10}");
        assertThat(issued.url()).isEqualTo(URL + "?download=1");
        assertThat(issued.ends()).isEqualTo(start.plus(Duration.ofDays(7)));
        for (String token : List.of(issued.shortToken(), issued.token())) {
            assertThat(links().resolve(token))
                    .isEqualTo(new ResolveResult.Resolved(
                            URL + "?download=1", FileName.of("f.zip"), issued.ends(), "zips", issued.mark()));
        }
    }

    @Test
    void theMappingLiesAsDocumentedUntilTheLinkEnds() {
        IssueResult.Issued issued = issued();
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
        IssueResult.Issued issued = issued();
        assertThat(links().delete(issued.shortToken(), "somebody-else")).isEqualTo(new DeleteResult.NotOwner());
        assertThat(links().delete(issued.shortToken(), maker))
                .isEqualTo(new DeleteResult.Deleted(issued.mark(), issued.ends()));
        assertThat(store().type(mapping(issued.shortToken()))).isEmpty();
        for (String token : List.of(issued.shortToken(), issued.token())) {
            assertThat(links().resolve(token)).isEqualTo(new ResolveResult.NotFound());
            assertThat(links().delete(token, maker)).isEqualTo(new DeleteResult.NotFound());
        }
    }

    @Test
    void theLongTokenDeletesAsWellAndNoOtherSpellingOfItLives() {
        IssueResult.Issued issued = issued();
        assertThat(links().delete(issued.token(), maker)).isInstanceOf(DeleteResult.Deleted.class);
        assertThat(store().type(mapping(issued.shortToken()))).isEmpty();
        String stem = issued.token().substring(0, issued.token().length() - 1);
        assertThat("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_="
                        .chars()
                        .mapToObj(last -> links().resolve(stem + (char) last)))
                .noneMatch(ResolveResult.Resolved.class::isInstance);
        for (String spelling :
                List.of(issued.token() + "==", issued.token().replace('-', '+').replace('_', '/'))) {
            assertThat(links().resolve(spelling)).isEqualTo(new ResolveResult.NotFound());
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
                assertThat(links().resolve(token)).isInstanceOf(ResolveResult.Resolved.class);
                assertThat(links().resolve(shortToken)).isInstanceOf(ResolveResult.Resolved.class);
                DeleteResult deletion = known ? links().delete(held, maker) : links().delete(held);
                assertThat(deletion).isInstanceOf(DeleteResult.Deleted.class);
                assertThat(links().resolve(token)).isEqualTo(new ResolveResult.NotFound());
                assertThat(links().resolve(shortToken)).isEqualTo(new ResolveResult.NotFound());
                assertThat(links().delete(token)).isEqualTo(new DeleteResult.NotFound());
                assertThat(links().delete(token, maker)).isEqualTo(new DeleteResult.NotFound());
                assertThat(store().type(mapping(shortToken)).isPresent()).isEqualTo(!byShort);
                assertLivesAtMost(record(token), Duration.ofDays(1).plusHours(1));
            }
        }
    }

    @Test
    void whoeverIsNotSignedInDeletesNoLinkOfOurs() {
        IssueResult.Issued issued = issued();
        assertThat(links().delete(issued.shortToken())).isEqualTo(new DeleteResult.NotOwner());
        assertThat(links().resolve(issued.shortToken())).isInstanceOf(ResolveResult.Resolved.class);
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
            assertThat(links().issue(until(past))).isEqualTo(new IssueResult.AlreadyOver());
        }
        assertThat(links().issue(until("soon"))).isEqualTo(new IssueResult.InvalidEnd());
    }

    @Test
    void aLinkIsOverAtItsEnd() {
        IssueResult.Issued issued =
                issued(links().issue(until("" + start.plusSeconds(600).toEpochMilli())));
        clock.advance(Duration.ofSeconds(600).minusMillis(1));
        assertThat(links().resolve(issued.token())).isInstanceOf(ResolveResult.Resolved.class);
        clock.advance(Duration.ofMillis(1));
        assertThat(links().resolve(issued.token())).isEqualTo(new ResolveResult.Expired(issued.ends()));
        assertThat(links().delete(issued.token(), maker)).isEqualTo(new DeleteResult.NotFound());
    }

    @Test
    void anOlderKeyReadsUntilItIsTakenAway() {
        IssueResult.Issued issued = issued();
        SealingKey next = SealingKey.of(RANDOM.bytes(32));
        ShareLinks rotated = links(store(), new KeyRing(next, List.of(KEYS.current())), POLICY, RANDOM);
        assertThat(rotated.resolve(issued.shortToken())).isInstanceOf(ResolveResult.Resolved.class);
        IssueResult.Issued renewed = issued(rotated.issue(draft(URL)));
        assertThat(links().resolve(renewed.token())).isEqualTo(new ResolveResult.InvalidPayload());
        ShareLinks forgetful = links(store(), KeyRing.of(next), POLICY, RANDOM);
        assertThat(forgetful.resolve(renewed.token())).isInstanceOf(ResolveResult.Resolved.class);
        assertThat(forgetful.resolve(issued.shortToken())).isEqualTo(new ResolveResult.InvalidPayload());
    }

    @Test
    void aHostThatIsNoLongerAllowedIsRefusedAtTheVisit() {
        IssueResult.Issued issued = issued();
        ShareLinks narrowed = links(store(), KEYS, LinkPolicy.standard(List.of("files.example.com")), RANDOM);
        assertThat(narrowed.resolve(issued.shortToken())).isEqualTo(new ResolveResult.HostNotAllowed());
        assertThat(narrowed.issue(draft(URL))).isEqualTo(new IssueResult.HostNotAllowed());
    }

    /** A closed store answers nothing, so that these answers came without it. */
    @Test
    void whatIsMalformedNeverReachesTheStore() {
        Store closed = openAnother();
        closed.close();
        ShareLinks links = links(closed, KEYS, POLICY, RANDOM);
        LinkRequest none = new LinkRequest(
                Optional.of("  "), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        assertThat(links.issue(none)).isEqualTo(new IssueResult.UrlRequired());
        assertThat(links.issue(draft("nonsense"))).isEqualTo(new IssueResult.InvalidUrl());
        assertThat(links.issue(draft("http://blob.vercel-storage.com/"))).isEqualTo(new IssueResult.HostNotAllowed());
        assertThat(links.issue(draft("https://attacker.example/"))).isEqualTo(new IssueResult.HostNotAllowed());
        assertThat(links.resolve("")).isEqualTo(new ResolveResult.TokenRequired());
        assertThat(links.resolve("v1.AAAA.AAAA")).isEqualTo(new ResolveResult.InvalidBytes());
        for (String token : List.of("short", "ten chars!", "elevenchars", "{}{}{}{}{}", "x".repeat(100_000), "\0")) {
            assertThat(links.resolve(token)).isEqualTo(new ResolveResult.InvalidFormat());
            assertThat(links.delete(token, maker)).isEqualTo(new DeleteResult.NotFound());
        }
    }

    @Test
    void aTakenShortTokenIsNeverGivenAwayTwice() {
        byte[] taken = RANDOM.bytes(8);
        byte[] free = RANDOM.bytes(8);
        IssueResult.Issued first = issued(scripted(taken).issue(draft(URL)));
        IssueResult.Issued second =
                issued(scripted(taken, taken, taken, taken, free).issue(draft(URL + "2")));
        assertThat(second.shortToken()).isNotEqualTo(first.shortToken());
        assertThat(scripted(taken, taken, taken, taken, taken, RANDOM.bytes(8)).issue(draft(URL + "3")))
                .isEqualTo(new IssueResult.NoFreeShort());
        assertThat(((ResolveResult.Resolved) links().resolve(first.shortToken())).url())
                .isEqualTo(URL + "?download=1");
        assertThat(((ResolveResult.Resolved) links().resolve(second.shortToken())).url())
                .isEqualTo(URL + "2?download=1");
    }

    @Test
    void aMakerSeesTheLinksThatLiveTheNewestFirst() {
        IssueResult.Issued first = issued();
        clock.advance(Duration.ofSeconds(1));
        IssueResult.Issued brief =
                issued(links().issue(until("" + clock.instant().plusSeconds(600).toEpochMilli())));
        clock.advance(Duration.ofSeconds(1));
        IssueResult.Issued deleted = issued();
        assertThat(shorts(signedIn)).containsExactly(deleted.shortToken(), brief.shortToken(), first.shortToken());
        links().delete(deleted.token(), maker);
        assertThat(store().size(list())).isEqualTo(2);
        clock.advance(Duration.ofMinutes(10));
        List<ListedLink> made = links().list(signedIn);
        assertThat(made)
                .containsExactly(new ListedLink(
                        Digests.base64url(first.token()),
                        first.mark().shown(),
                        Optional.of(new ListedLink.Content(first.shortToken(), "f.zip")),
                        first.ends()));
        assertThat(store().size(list())).as("the ended one left the list").isEqualTo(1);
        assertLivesAtMost(list(), Duration.ofDays(7));
        assertThat(links().list(new LinkRequest.Owner("42", "sid"))).isEmpty();
    }

    private List<String> shorts(LinkRequest.Owner who) {
        return links().list(who).stream()
                .map(link -> link.content().orElseThrow().shortToken())
                .toList();
    }

    @Test
    void aListedLinkIsDeletedByItsMakerAlone() {
        IssueResult.Issued issued = issued();
        String id = links().list(signedIn).getFirst().id();
        assertThat(links().deleteListed(id, "42")).isEqualTo(new DeleteResult.NotOwner());
        assertThat(links().deleteListed("nonsense", maker)).isEqualTo(new DeleteResult.NotFound());
        assertThat(links().deleteListed(id, maker)).isEqualTo(new DeleteResult.Deleted(issued.mark(), issued.ends()));
        assertThat(links().deleteListed(id, maker)).isEqualTo(new DeleteResult.NotFound());
        assertThat(links().resolve(issued.token())).isEqualTo(new ResolveResult.NotFound());
        assertThat(store().type(mapping(issued.shortToken()))).isEmpty();
        assertThat(store().type(list())).isEmpty();
        assertThat(links().list(signedIn)).isEmpty();
    }

    @Test
    void theOldestLeaveAFullListAndLiveOn() {
        LinkPolicy narrow =
                new LinkPolicy(LinkPolicy.DEFAULT_HOSTS, POLICY.defaultLife(), POLICY.maxLife(), 2, POLICY.added());
        ShareLinks links = links(store(), KEYS, narrow, RANDOM);
        List<IssueResult.Issued> issued = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            issued.add(issued(links.issue(draft(URL))));
            clock.advance(Duration.ofSeconds(1));
        }
        assertThat(store().size(list())).isEqualTo(2);
        assertThat(links.list(signedIn))
                .extracting(ListedLink::id)
                .containsExactly(
                        Digests.base64url(issued.get(2).token()),
                        Digests.base64url(issued.get(1).token()));
        assertThat(links.resolve(issued.getFirst().token())).isInstanceOf(ResolveResult.Resolved.class);
    }

    /** Hardened, neither the store nor another session of the maker can tell the address of a link. */
    @Test
    void hardenedOnlyTheSessionThatMadeALinkReadsItsAddress() {
        IssueResult.Issued issued = issued();
        List<ListedLink> elsewhere = links().list(new LinkRequest.Owner(maker, "another-sid"));
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
        IssueResult.Issued issued = issued();
        links().delete(issued.token(), maker);
        store().commit(Batch.builder()
                .put(record(issued.token()), Bytes.of("{}"), Expiry.after(Duration.ofDays(1)))
                .build());
        assertThat(links().resolve(issued.token())).isEqualTo(new ResolveResult.NotFound());
    }
}
