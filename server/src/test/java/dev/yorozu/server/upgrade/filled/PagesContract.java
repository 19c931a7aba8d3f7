package dev.yorozu.server.upgrade.filled;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.upgrade.Client;
import dev.yorozu.server.upgrade.Client.Reply;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A counter, a like button, a ranking and a board as an earlier version left them. */
abstract class PagesContract {
    private final FilledSite site;

    PagesContract(FilledSite site) {
        this.site = site;
    }

    private Reply page(Client client, String path, String... pairs) {
        String id = site.held("nostalgic" + path.replace('/', '.'));
        return NostalgicFilling.call(client, path, with(pairs, "id", id)).ok();
    }

    private static String[] with(String[] pairs, String... more) {
        return Stream.concat(Stream.of(pairs), Stream.of(more)).toArray(String[]::new);
    }

    private static long total(Reply reply) {
        return reply.json().required("data").required("total").asLong();
    }

    @Test
    void anOwnerIsKnownByTheToken() {
        for (String path : new String[] {"/visit", "/like", "/ranking", "/bbs"}) {
            String[] settings = {"action", "updateSettings", "url", NostalgicFilling.PAGE, "token"};
            NostalgicFilling.call(site.client(), path, with(settings, "not the token"))
                    .is(403);
            NostalgicFilling.call(site.client(), path, with(settings, NostalgicFilling.TOKEN))
                    .ok();
        }
    }

    @Test
    void aCounterCountsOnAndNobodyTwice() {
        Client counted = site.systems().client(site.held("nostalgic.visitor"));
        assertThat(total(page(site.client(), "/visit", "action", "get"))).isEqualTo(3);
        assertThat(total(page(counted, "/visit", "action", "increment"))).isEqualTo(3);
        assertThat(total(page(site.client(), "/visit", "action", "increment"))).isEqualTo(4);
    }

    @Test
    void aLikeIsKnownAndCanBeTakenBack() {
        Client liker = site.systems().client(site.held("nostalgic.visitor"));
        assertThat(total(page(site.client(), "/like", "action", "get"))).isEqualTo(2);
        assertThat(total(page(liker, "/like", "action", "toggle"))).isEqualTo(1);
    }

    @Test
    void aRankingKeepsItsOrder() {
        Reply shown = page(site.client(), "/ranking", "action", "display");
        assertThat(shown.json()
                        .required("data")
                        .required("entries")
                        .valueStream()
                        .map(entry -> entry.required("name").asString()))
                .containsExactly("P3", "P2", "P1");
    }

    @Test
    void aMessageIsEditedWithItsToken() {
        Reply shown = page(site.client(), "/bbs", "action", "get");
        assertThat(shown.body()).contains("first", "second");
        page(
                site.client(),
                "/bbs",
                "action",
                "editMessageById",
                "messageId",
                site.held("nostalgic.message"),
                "editToken",
                site.held("nostalgic.editToken"),
                "message",
                "edited");
    }
}
