package dev.yorozu.server.systems.apps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.systems.apps.AppsSite.Answer;
import dev.yorozu.server.systems.apps.AppsSite.Program;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Likes, rankings and boards of an app's own ids, and the pages in which lists are read. */
class CommunityTest {
    private static final String SETTINGS = """
            {"likes": {"max_per_id": 2}, "boards": {"max_messages": 5},
             "rankings": {"laps": {"order": "low", "max_entries": 2}, "last": {"best_only": false}}}
            """;

    private final HeldClock clock = HeldClock.start();
    private final AppsSite site = new AppsSite(new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE), clock);
    private final Program shop = site.app("shop", SETTINGS);

    @AfterEach
    void stop() {
        site.close();
    }

    private String likes(String action, String visitor) throws Exception {
        return shop.post("/likes/photo%207/" + action, "{\"visitor\":\"%s\"}".formatted(visitor))
                .is(200)
                .json()
                .toString();
    }

    @Test
    void aVisitorLikesAnIdAndTakesThatBack() throws Exception {
        assertThat(likes("like", "a")).isEqualTo("{\"liked\":true,\"changed\":true,\"count\":1}");
        assertThat(likes("like", "a")).isEqualTo("{\"liked\":true,\"changed\":false,\"count\":1}");
        assertThat(likes("toggle", "b")).isEqualTo("{\"liked\":true,\"changed\":true,\"count\":2}");
        assertThat(likes("like", "c")).isEqualTo("{\"liked\":false,\"changed\":false,\"count\":2}");
        assertThat(likes("unlike", "b")).isEqualTo("{\"liked\":false,\"changed\":true,\"count\":1}");
        assertThat(likes("check", "a")).isEqualTo("{\"liked\":true,\"changed\":false,\"count\":1}");
        assertThat(shop.get("/likes/photo%207").json().toString()).isEqualTo("{\"count\":1}");
        assertThat(shop.send("DELETE", "/likes/photo%207", "").json().toString())
                .isEqualTo("{\"deleted\":true}");
        assertThat(shop.get("/likes/photo%207").json().toString()).isEqualTo("{\"count\":0}");
    }

    private JsonNode submit(String ranking, String name, long score) throws Exception {
        return shop.post("/rankings/" + ranking + "/submit", "{\"name\":\"%s\",\"score\":%d}".formatted(name, score))
                .is(200)
                .json();
    }

    private List<String> table(String ranking) throws Exception {
        return shop.get("/rankings/" + ranking)
                .is(200)
                .json()
                .path("entries")
                .valueStream()
                .map(entry -> entry.path("name").asString() + " "
                        + entry.path("score").asLong())
                .toList();
    }

    @Test
    void aRankingIsAsItsKindIsDeclared() throws Exception {
        submit("laps/monza", "a", 30);
        submit("laps/monza", "b", 20);
        JsonNode worse = submit("laps/monza", "b", 25);
        assertThat(worse.path("entered").asBoolean()).isFalse();
        assertThat(worse.path("rank").asInt()).isEqualTo(1);
        assertThat(worse.path("score").asInt()).isEqualTo(20);
        submit("laps/monza", "c", 10);
        assertThat(table("laps/monza")).containsExactly("c 10", "b 20");
        assertThat(submit("laps/monza", "a", 30).toString()).isEqualTo("{\"entered\":false}");

        submit("last/monza", "a", 30);
        submit("last/monza", "a", 20);
        assertThat(table("last/monza")).containsExactly("a 20");
        submit("points/monza", "a", 30);
        submit("points/monza", "a", 20);
        assertThat(table("points/monza")).containsExactly("a 30");

        assertThat(shop.get("/rankings/laps/monza/names/b")
                        .is(200)
                        .json()
                        .path("rank")
                        .asInt())
                .isEqualTo(2);
        shop.send("DELETE", "/rankings/laps/monza/names/b", "").is(200);
        shop.get("/rankings/laps/monza/names/b").isProblem(404, "no_such_entry");
        shop.send("DELETE", "/rankings/laps/monza", "").is(200);
        assertThat(table("laps/monza")).isEmpty();
    }

    private Answer post(String text) throws Exception {
        return shop.post("/boards/guests/messages", "{\"author\":\"taro\",\"text\":\"%s\"}".formatted(text))
                .is(201);
    }

    @Test
    void aBoardKeepsItsNewestMessagesAndIsPagedThrough() throws Exception {
        String first = post("0").text("id");
        for (int i = 1; i <= 5; i++) {
            post(String.valueOf(i));
        }
        shop.get("/boards/guests/messages/" + first).isProblem(404, "no_such_message");
        List<String> seen = new ArrayList<>();
        String next = "";
        do {
            Answer page = shop.get("/boards/guests/messages?limit=2" + next).is(200);
            page.json()
                    .path("messages")
                    .forEach(message -> seen.add(message.path("text").asString()));
            post("meanwhile");
            next = "&cursor=" + page.text("next_cursor");
        } while (!next.endsWith("="));
        // Of the five that the board keeps, those that came meanwhile pushed out what was not read yet.
        assertThat(seen).containsExactly("5", "4", "3", "2");
    }

    @Test
    void aMessageIsChangedAndRemovedByItsId() throws Exception {
        String path = "/boards/guests/messages/" + post("one").text("id");
        Answer edited = shop.post(path + "/edit", "{\"text\":\"two\"}").is(200);
        assertThat(edited.text("text")).isEqualTo("two");
        assertThat(edited.text("edited_at")).isEqualTo(AppsJson.time(clock.instant()));
        assertThat(shop.get(path).is(200).response().body())
                .isEqualTo(edited.response().body());
        shop.send("DELETE", path, "").is(200);
        shop.post(path + "/edit", "{\"text\":\"three\"}").isProblem(404, "no_such_message");
        shop.send("DELETE", "/boards/guests", "").is(200);
    }

    @Test
    void listsComeInPagesThatAreBoundToTheirList() throws Exception {
        for (int i = 0; i < 3; i++) {
            shop.post("/sessions", "{\"user\":\"hanako\"}").is(201);
            shop.post("/links", "{\"user\":\"hanako\",\"url\":\"https://files.example.com/%d\"}".formatted(i))
                    .is(201);
        }
        for (String list : List.of("sessions", "links")) {
            Answer first = shop.get("/users/hanako/" + list + "?limit=2").is(200);
            String cursor = first.text("next_cursor");
            Answer second = shop.get("/users/hanako/" + list + "?limit=2&cursor=" + cursor)
                    .is(200);
            assertThat(first.json().path(list).findValuesAsString("id")).hasSize(2);
            assertThat(second.json().path(list).findValuesAsString("id"))
                    .hasSize(1)
                    .doesNotContainAnyElementsOf(first.json().path(list).findValuesAsString("id"));
            assertThat(second.json().has("next_cursor")).isFalse();
            shop.get("/users/taro/" + list + "?cursor=" + cursor).isProblem(400, "cursor_invalid");
            shop.get("/users/hanako/" + list + "?cursor=x").isProblem(400, "cursor_invalid");
            shop.get("/users/hanako/" + list + "?limit=0").isProblem(400, "bad_request");
            shop.get("/users/hanako/" + list + "?limit=101").isProblem(400, "bad_request");
        }
    }
}
