package dev.yorozu.server.systems.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Order;
import dev.yorozu.store.Store;
import dev.yorozu.store.memory.MemoryStore;
import java.net.http.HttpRequest;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Answers that all visitors share: two servers on one store, each of which keeps what it has made. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SharedAnswersTest {
    private final Store store = new MemoryStore();
    private final NostalgicSite one = new NostalgicSite(store, InstantSource.system(), Map.of());
    private final NostalgicSite other = new NostalgicSite(store, InstantSource.system(), Map.of());

    @AfterAll
    void stop() {
        one.close();
        other.close();
    }

    private static String best(NostalgicSite site, String id) throws Exception {
        return site.page()
                .get("/api/ranking", "action", "get", "id", id)
                .isOk()
                .data()
                .get("entries")
                .toString();
    }

    private static void submit(NostalgicSite site, String id, String name, int score) throws Exception {
        site.page()
                .get("/api/ranking", "action", "submit", "id", id, "name", name, "score", Integer.toString(score))
                .isOk();
    }

    @Test
    void aScoreIsSeenByTheNextCallOnEveryServer() throws Exception {
        String id = one.made("/ranking", NostalgicSite.url());
        for (int score = 1; score <= 3; score++) {
            assertThat(best(one, id)).isEqualTo(best(other, id)).doesNotContain("name" + score);
            submit(score % 2 == 0 ? one : other, id, "name" + score, score);
            assertThat(best(one, id)).isEqualTo(best(other, id)).contains("name" + score);
        }
    }

    /** Whoever it is, and whatever it says of the ranking: what was read is what is compared. */
    @Test
    void whatAnotherProgramChangesIsSeenByTheNextCall() throws Exception {
        String id = one.made("/ranking", NostalgicSite.url());
        submit(one, id, "first", 5);
        assertThat(best(one, id)).contains("\"score\":5");
        Bytes member = store.ranks(NostalgicKeys.RANKING_SCORES.key(id), Order.FALLING, 0, 0)
                .getFirst()
                .member();
        store.commit(Batch.builder()
                .rankAdd(NostalgicKeys.RANKING_SCORES.key(id), member, 7)
                .build());
        assertThat(best(one, id)).isEqualTo(best(other, id)).contains("\"score\":7");
        store.commit(Batch.builder()
                .hashPut(NostalgicKeys.RANKING_DETAILS.key(id), member, Bytes.of("{\"displayScore\":\"seven\"}"))
                .build());
        assertThat(best(one, id)).isEqualTo(best(other, id)).contains("\"displayScore\":\"seven\"");
    }

    @Test
    void aMessageIsSeenByTheNextCallOnEveryServerAndEverybodyIsToldTheirOwnName() throws Exception {
        String id = one.made("/bbs", NostalgicSite.url());
        for (String text : new String[] {"hello", "world"}) {
            one.page().get("/api/bbs", "action", "get", "id", id).isOk();
            Page author = other.page();
            Page.Answer posted = author.get("/api/bbs", "action", "post", "id", id, "message", text);
            assertThat(posted.status()).isEqualTo(200);
            String name = posted.text("currentUserHash");
            for (NostalgicSite site : new NostalgicSite[] {one, other}) {
                Page.Answer seen =
                        site.page().get("/api/bbs", "action", "get", "id", id).isOk();
                assertThat(seen.data().get("messages").toString()).contains(text, name);
                assertThat(seen.text("currentUserHash")).matches("[0-9a-f]{16}").isNotEqualTo(name);
            }
            assertThat(author.get("/api/bbs", "action", "get", "id", id).isOk().text("currentUserHash"))
                    .isEqualTo(name);
        }
    }

    @Test
    void aPictureShowsTheNumberOfThisMoment() throws Exception {
        String id = one.made("/visit", NostalgicSite.url());
        for (int visits = 1; visits <= 3; visits++) {
            other.page().get("/api/visit", "action", "increment", "id", id).isOk();
            for (NostalgicSite site : new NostalgicSite[] {one, other}) {
                Page.Answer picture = site.page().get("/api/visit", "action", "display", "id", id);
                assertThat(picture.body()).contains(">" + visits + "</text>");
                assertThat(picture.header("Cache-Control")).isEqualTo("no-store");
            }
        }
    }

    @Test
    void whoHasTheAnswerIsToldSoUntilItIsAnother() throws Exception {
        String id = one.made("/ranking", NostalgicSite.url());
        submit(one, id, "a", 1);
        Page page = one.page();
        String target = "/api/ranking?action=get&id=" + id;
        Page.Answer first = page.get(target).isOk();
        Page.Answer again =
                page.send(HttpRequest.newBuilder(page.uri(target)).header("If-None-Match", first.header("ETag")));
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(again.header("ETag")).isEqualTo(first.header("ETag"));
        again.isOpenAndUnkept();
        submit(other, id, "b", 2);
        Page.Answer changed =
                page.send(HttpRequest.newBuilder(page.uri(target)).header("If-None-Match", first.header("ETag")));
        assertThat(changed.isOk().body()).contains("\"name\":\"b\"");
    }

    @Test
    void theVersionOfABoardIsTheVisitorsOwn() throws Exception {
        String target = "/api/bbs?action=get&id=" + one.made("/bbs", NostalgicSite.url());
        String tag = one.page().get(target).isOk().header("ETag");
        Page page = one.page();
        assertThat(page.send(HttpRequest.newBuilder(page.uri(target)).header("If-None-Match", tag))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void whatCameWithATokenIsKeptByNobody() throws Exception {
        String id = one.made("/ranking", NostalgicSite.url());
        Page.Answer answer = one.page()
                .get("/api/ranking", "action", "get", "id", id, "token", NostalgicSite.TOKEN)
                .isOk();
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.header("ETag")).isEmpty();
    }

    @Test
    void aServiceThatIsGoneIsShownNoMore() throws Exception {
        String url = NostalgicSite.url();
        String id = one.made("/ranking", url);
        best(one, id);
        other.page()
                .get("/api/ranking", "action", "delete", "url", url, "token", NostalgicSite.TOKEN)
                .isOk();
        one.page().get("/api/ranking", "action", "get", "id", id).isError(404, "NOT_FOUND");
    }
}
