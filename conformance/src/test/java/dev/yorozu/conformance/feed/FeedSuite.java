package dev.yorozu.conformance.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.command.Access;
import dev.yorozu.command.Commands;
import dev.yorozu.command.SchemaMode;
import dev.yorozu.command.Session;
import dev.yorozu.conformance.Suite;
import dev.yorozu.feed.Cursor;
import dev.yorozu.feed.FeedAnswer;
import dev.yorozu.feed.FeedPolicy;
import dev.yorozu.feed.RevocationFeed;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the suites of the feed share: one of an app, which nobody else has. */
abstract class FeedSuite extends Suite {
    static final Duration KEEP = Duration.ofHours(1);
    static final Expiry LIFE = Expiry.after(Duration.ofDays(1));
    static final int FEWEST = 2000;

    final String app = "kit" + UUID.randomUUID().toString().substring(0, 8);
    final List<String> realm = List.of("app/" + app);

    final RevocationFeed feed() {
        return feed(store());
    }

    /** A machine that is held up for seconds is not taken for a server that died. */
    final RevocationFeed feed(Store through) {
        return new RevocationFeed(through, new FeedPolicy(KEEP, FEWEST), RandomTokens.secure(), clock(), () -> 0);
    }

    final Key revoked(String id) {
        return AppKeys.REVOKED.key(app, id);
    }

    final Batch revoking(String id) {
        return Batch.builder().put(revoked(id), "1", LIFE).build();
    }

    final FeedAnswer.Page page(RevocationFeed feed, Cursor after, int limit) {
        FeedAnswer answer = feed.read(after, realm, limit);
        assertThat(answer).isInstanceOf(FeedAnswer.Page.class);
        return (FeedAnswer.Page) answer;
    }

    static List<String> ids(FeedAnswer.Page page) {
        return page.told().stream().map(told -> id(told.event())).toList();
    }

    private static String id(Document event) {
        return event.text("jti")
                .or(() -> event.text("sid"))
                .or(() -> event.text("user")
                        .map(user -> user + " before " + event.number("before").orElseThrow()))
                .orElseThrow();
    }

    final List<String> all(RevocationFeed feed, Cursor after, int limit) {
        List<String> ids = new ArrayList<>();
        FeedAnswer.Page page = page(feed, after, limit);
        ids.addAll(ids(page));
        while (page.more()) {
            page = page(feed, Cursor.of(page.next().toString()).orElseThrow(), limit);
            ids.addAll(ids(page));
        }
        return ids;
    }

    /** Revokes so many in one step, and gives their ids, which all begin so. */
    final List<String> revokeMany(RevocationFeed feed, String prefix, int count) {
        List<String> ids = IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
        List<Bytes> members = ids.stream().map(Bytes::of).toList();
        Key listed = AppKeys.USER_ACCESS.key(app, "many");
        store().commit(Batch.builder()
                .write(new Write.SetAdd(listed, members))
                .expire(listed, LIFE)
                .build());
        feed.store()
                .commit(Batch.builder()
                        .write(new Write.SetRemove(listed, members))
                        .build());
        return ids;
    }

    final Session client(RevocationFeed feed, Durability durability) {
        Commands commands =
                new Commands(feed.store(), Keyspace.schema(), SchemaMode.OFF, Limits.DEFAULT, clock(), new Random(7));
        return commands.session(durability, Access.ALL);
    }

    static void call(Session client, String... parts) {
        assertThat(client.execute(Stream.of(parts).map(Bytes::of).toList()).toString())
                .doesNotContain("ERR");
    }
}
