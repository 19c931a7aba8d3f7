package dev.yorozu.conformance.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.link.IssueResult;
import dev.yorozu.link.KeyRing;
import dev.yorozu.link.LinkExpiry;
import dev.yorozu.link.LinkLayout;
import dev.yorozu.link.LinkPolicy;
import dev.yorozu.link.LinkRequest;
import dev.yorozu.link.ShareLinks;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.SealingKey;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.params.Parameter;

/** What the tests of links share: keys, a clock, drafts. */
abstract class LinkSuite extends Suite {
    static final String URL = "https://abc.public.blob.vercel-storage.com/receive/o/r/f.zip";
    static final RandomTokens RANDOM = RandomTokens.secure();
    static final KeyRing KEYS = KeyRing.of(SealingKey.of(RANDOM.bytes(32)));
    static final LinkPolicy POLICY =
            LinkPolicy.standard(LinkPolicy.DEFAULT_HOSTS).adding("download", "1");

    @Parameter(1)
    @SuppressWarnings("NullAway.Init") // Set before each test.
    Storage storage;

    /** Somebody else in each test: stores are shared, and a maker has one list. */
    final String maker = RANDOM.characters(18);

    final LinkRequest.Owner signedIn = new LinkRequest.Owner(maker, "sid-of-the-maker");
    final Instant start = Instant.ofEpochMilli(System.currentTimeMillis());
    final HeldClock clock = new HeldClock(start);

    ShareLinks links() {
        return links(store(), KEYS, POLICY, RANDOM);
    }

    ShareLinks links(Store store, KeyRing keys, LinkPolicy policy, RandomTokens random) {
        return new ShareLinks(store, LinkLayout.DISCORD, policy, keys, storage, random, clock);
    }

    LinkRequest draft(String url) {
        return new LinkRequest(
                Optional.of(url), Optional.of("f"), Optional.empty(), Optional.empty(), Optional.of(signedIn));
    }

    LinkRequest until(String validUntil) {
        return new LinkRequest(
                Optional.of(URL),
                Optional.empty(),
                Optional.empty(),
                LinkExpiry.read(validUntil),
                Optional.of(signedIn));
    }

    IssueResult.Issued issued() {
        return issued(links().issue(draft(URL)));
    }

    static IssueResult.Issued issued(IssueResult issue) {
        assertThat(issue).isInstanceOf(IssueResult.Issued.class);
        return (IssueResult.Issued) issue;
    }

    Key mapping(String shortToken) {
        return DiscordKeys.SHORT_LINK.key(storage.keyPart(shortToken));
    }

    Key list() {
        return DiscordKeys.USER_LINKS.key(maker);
    }

    static Key record(String token) {
        return DiscordKeys.LINK.key(Digests.base64url(token));
    }
}
