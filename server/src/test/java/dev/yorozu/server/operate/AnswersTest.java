package dev.yorozu.server.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.audit.Event;
import dev.yorozu.audit.EventPage;
import dev.yorozu.keyspace.Category;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.integrity.Damage;
import dev.yorozu.nostalgic.integrity.Erasure;
import dev.yorozu.nostalgic.integrity.Finding;
import dev.yorozu.nostalgic.integrity.Inventory;
import dev.yorozu.nostalgic.integrity.Point;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.server.metrics.CacheUse;
import dev.yorozu.server.operate.backup.Restoration;
import dev.yorozu.server.operate.backup.Restored;
import dev.yorozu.server.operate.backup.format.Part;
import dev.yorozu.server.operate.backup.format.Section;
import dev.yorozu.server.operate.keys.Entry;
import dev.yorozu.server.operate.keys.KeyChange;
import dev.yorozu.server.operate.keys.KeyEdit;
import dev.yorozu.server.operate.keys.Listing;
import dev.yorozu.server.operate.services.ServiceDetails;
import dev.yorozu.server.operate.statistics.Reading;
import dev.yorozu.server.operate.statistics.Setback;
import dev.yorozu.server.operate.statistics.Spread;
import dev.yorozu.server.operate.statistics.Statistics;
import dev.yorozu.server.operate.tokens.Inspection;
import dev.yorozu.server.operate.tokens.LoginSummary;
import dev.yorozu.server.operate.tokens.NewSigningKey;
import dev.yorozu.server.operate.tokens.RevokedToken;
import dev.yorozu.server.operate.tokens.TokenState;
import dev.yorozu.server.operate.tokens.UserLogins;
import dev.yorozu.server.operate.transport.OperateJson;
import dev.yorozu.server.operate.users.AccountOutcome;
import dev.yorozu.server.operate.users.AccountSummary;
import dev.yorozu.server.operate.users.SessionOperations.Revoked;
import dev.yorozu.server.operate.users.SessionSummary;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.ValueType;
import dev.yorozu.token.Access;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a server sends is what a command reads, and looks as the documents say. */
class AnswersTest {
    private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");
    private static final String SHOWN = "\"2026-11-17T12:00:00Z\"";

    private static <T> void goesThereAndBack(Class<T> type, T answer, String json) {
        assertThat(OperateJson.tree(answer).toString()).isEqualTo(json);
        assertThat(OperateJson.read(OperateJson.tree(answer), type)).isEqualTo(answer);
    }

    @Test
    void keys() {
        Entry hidden =
                new Entry("sess:…", Optional.empty(), ValueType.STRING, Optional.empty(), 1, 9, Optional.empty(), true);
        Entry set = new Entry(
                "a",
                Optional.of("a"),
                ValueType.SET,
                Optional.of(Duration.ofSeconds(3)),
                1,
                9,
                Optional.of(new Part.Members(List.of(Bytes.of("x")))),
                false);
        goesThereAndBack(
                Entry.class,
                hidden,
                "{\"name\":\"sess:…\",\"size\":1,\"bytes\":9,\"secret\":true,\"type\":\"string\"}");
        String setJson = "{\"name\":\"a\",\"pattern\":\"a\",\"size\":1,\"bytes\":9,\"secret\":false,"
                + "\"lifeMillis\":3000,\"type\":\"set\",\"elements\":[\"x\"]}";
        goesThereAndBack(Entry.class, set, setJson);
        goesThereAndBack(
                Listing.class,
                new Listing(
                        List.of(
                                new Listing.Listed("a", ValueType.RANK, Optional.of(Duration.ofMillis(5))),
                                new Listing.Listed("b", ValueType.HASH, Optional.empty())),
                        ""),
                "{\"keys\":[{\"name\":\"a\",\"type\":\"rank\",\"lifeMillis\":5},"
                        + "{\"name\":\"b\",\"type\":\"hash\"}],\"next\":\"\"}");
        goesThereAndBack(KeyChange.class, new KeyChange(true, Optional.empty()), "{\"changed\":true}");
        goesThereAndBack(
                KeyChange.class, new KeyChange(false, Optional.of("No")), "{\"changed\":false,\"refused\":\"No\"}");
        goesThereAndBack(
                ServiceDetails.class,
                new ServiceDetails(Kind.BOARD, "id", true, List.of(set)),
                "{\"kind\":\"bbs\",\"id\":\"id\",\"indexed\":true,\"keys\":[" + setJson + "]}");
    }

    @Test
    void aChangeOfAKeyIsSentWithWhatItNeeds() {
        assertThat(OperateJson.tree(new KeyEdit.Set("a", Bytes.of("hello"), Optional.empty(), true)))
                .hasToString("{\"change\":\"set\",\"name\":\"a\",\"value\":\"aGVsbG8=\",\"force\":true}");
        assertThat(OperateJson.tree(new KeyEdit.Expire("a", Duration.ofSeconds(1), false)))
                .hasToString("{\"change\":\"expire\",\"name\":\"a\",\"lifeMillis\":1000,\"force\":false}");
    }

    @Test
    void users() {
        AccountSummary account =
                new AccountSummary(7, "u", "hana", "Hana", "hana@example.com", true, List.of("user"), NOW);
        String json = "{\"id\":7,\"uuid\":\"u\",\"loginId\":\"hana\",\"username\":\"Hana\","
                + "\"email\":\"hana@example.com\",\"enabled\":true,\"roles\":[\"user\"],\"created\":" + SHOWN + "}";
        goesThereAndBack(AccountSummary.class, account, json);
        goesThereAndBack(AccountOutcome.class, account, json);
        goesThereAndBack(AccountOutcome.class, new AccountOutcome.Refused("No"), "{\"refused\":\"No\"}");
        goesThereAndBack(
                SessionSummary.class,
                new SessionSummary("discord", "id", NOW, NOW, NOW, "Firefox", ""),
                "{\"system\":\"discord\",\"id\":\"id\",\"created\":" + SHOWN + ",\"lastSeen\":" + SHOWN + ",\"ends\":"
                        + SHOWN + ",\"client\":\"Firefox\"}");
        goesThereAndBack(Revoked.class, new Revoked(OptionalInt.of(2), false), "{\"ended\":2}");
        goesThereAndBack(Revoked.class, new Revoked(OptionalInt.empty(), true), "{\"noSuchSession\":true}");
        Event event =
                Event.of(NOW, dev.yorozu.audit.Kind.LINK, "discord", "issue").from("0123");
        goesThereAndBack(
                EventPage.class,
                new EventPage(List.of(event), "n"),
                "{\"events\":[{\"at\":" + SHOWN + ",\"kind\":\"link\",\"system\":\"discord\",\"action\":\"issue\","
                        + "\"client\":\"0123\",\"subject\":\"\",\"reference\":\"\",\"outcome\":\"ok\"}],\"next\":\"n\"}");
    }

    @Test
    void tokens() {
        goesThereAndBack(NewSigningKey.class, new NewSigningKey(Optional.of("k"), false), "{\"name\":\"k\"}");
        goesThereAndBack(NewSigningKey.class, new NewSigningKey(Optional.empty(), true), "{\"given\":true}");
        goesThereAndBack(
                RevokedToken.class,
                new RevokedToken("users", "j", true, Optional.of(NOW)),
                "{\"system\":\"users\",\"id\":\"j\",\"revoked\":true,\"until\":" + SHOWN + "}");
        Inspection inspection = new Inspection(
                Inspection.Kind.ACCESS,
                TokenState.NOT_ALLOWED,
                Optional.of("7"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of("j"),
                Optional.of(NOW),
                Optional.empty());
        goesThereAndBack(
                Inspection.class,
                inspection,
                "{\"kind\":\"access\",\"live\":false,\"finding\":\"not_allowed\",\"user\":\"7\",\"id\":\"j\",\"issued\":"
                        + SHOWN + "}");
        LoginSummary login = new LoginSummary(
                "l",
                Optional.of("d"),
                Optional.empty(),
                "",
                "Linux",
                NOW,
                NOW,
                NOW,
                List.of(new Access("j", NOW, NOW)));
        goesThereAndBack(
                UserLogins.class,
                new UserLogins("7", Optional.of("hana"), List.of(login)),
                "{\"user\":\"7\",\"loginId\":\"hana\",\"logins\":[{\"id\":\"l\",\"device\":\"d\",\"os\":\"Linux\","
                        + "\"began\":" + SHOWN + ",\"issued\":" + SHOWN + ",\"ends\":" + SHOWN
                        + ",\"access\":[{\"id\":\"j\",\"issued\":" + SHOWN + ",\"ends\":" + SHOWN + "}]}]}");
    }

    @Test
    void services() {
        Finding finding = new Finding(
                Damage.EARLIER_NOT_INDEXED,
                Point.INDEX,
                Kind.COUNTER,
                "i",
                "k",
                "what",
                true,
                "repair",
                Finding.State.FOUND);
        goesThereAndBack(
                Report.class,
                new Report(3, List.of(finding), List.of(), true),
                "{\"sound\":true,\"complete\":true,\"keys\":3,\"findings\":[{\"damage\":\"earlier-not-indexed\","
                        + "\"point\":\"index\",\"note\":true,\"kind\":\"counter\",\"id\":\"i\",\"key\":\"k\","
                        + "\"what\":\"what\",\"repairable\":true,\"repair\":\"repair\",\"state\":\"found\"}],"
                        + "\"repaired\":[]}");
        Inventory.Line line = new Inventory.Line(Kind.LIKE, "i", "u", 4, Optional.of(NOW), Optional.empty());
        goesThereAndBack(
                Inventory.Listing.class,
                new Inventory.Listing(List.of(line), false),
                "{\"services\":[{\"kind\":\"like\",\"id\":\"i\",\"url\":\"u\",\"total\":4,\"created\":" + SHOWN
                        + "}],\"more\":false}");
        goesThereAndBack(
                Erasure.Plan.class,
                new Erasure.Plan(Kind.RANKING, "i", List.of("k"), List.of(), true),
                "{\"kind\":\"ranking\",\"id\":\"i\",\"keys\":[\"k\"],\"mappings\":[],\"indexed\":true}");
    }

    @Test
    void restores() {
        goesThereAndBack(
                Restoration.class,
                new Restored(1, 2, 3, 4, 5),
                "{\"restored\":1,\"ended\":2,\"leftOut\":3,\"rows\":4,\"files\":5}");
        goesThereAndBack(Restoration.class, new Restoration.Refused("No"), "{\"refused\":\"No\"}");
        goesThereAndBack(Restoration.class, new Restoration.Occupied(Set.of(Section.STORE)), "{\"notEmpty\":true}");
    }

    @Test
    void statistics() {
        Spread spread = new Spread(1, List.of(0L, 1L, 0L, 0L, 0L), 60_000);
        Statistics statistics = new Statistics(
                List.of(new Statistics.Row("users", Category.RATE_LIMIT, "p", 2, 10, spread)),
                new Statistics.Row("", Category.OTHER, "", 0, 0, Spread.NONE),
                Map.of("shop", new Statistics.Use(1, 5)));
        Reading reading = new Reading(
                statistics,
                NOW,
                Duration.ofMillis(7),
                true,
                Optional.of(new Setback(NOW, "down")),
                List.of(new CacheUse("profiles", 3, 1), new CacheUse("unused", 0, 0)));
        String amount = "\"keys\":2,\"bytes\":10,\"bytesPerKey\":5,\"endless\":1,\"ending\":{\"<1m\":0,\"<1h\":1,"
                + "\"<1d\":0,\"<30d\":0,\"more\":0},\"meanLifeMillis\":60000}";
        String none = "\"keys\":0,\"bytes\":0,\"bytesPerKey\":0,\"endless\":0,\"ending\":{\"<1m\":0,\"<1h\":0,"
                + "\"<1d\":0,\"<30d\":0,\"more\":0},\"meanLifeMillis\":0}";
        goesThereAndBack(
                Reading.class,
                reading,
                "{\"asOf\":" + SHOWN + ",\"tookMillis\":7,\"complete\":true,\"setback\":{\"at\":" + SHOWN
                        + ",\"message\":\"down\"},\"keys\":2,\"bytes\":10,\"categories\":[{\"category\":\"rate-limit\","
                        + amount + ",{\"category\":\"other\"," + none
                        + "],\"systems\":[{\"owner\":\"users\",\"category\":\"rate-limit\"," + amount
                        + ",{\"owner\":\"\",\"category\":\"other\"," + none
                        + "],\"patterns\":[{\"owner\":\"users\",\"category\":\"rate-limit\",\"pattern\":\"p\"," + amount
                        + "],\"unknown\":{\"owner\":\"\",\"category\":\"other\",\"pattern\":\"\"," + none
                        + ",\"apps\":{\"shop\":{\"keys\":1,\"bytes\":5}},\"caches\":[{\"name\":\"profiles\",\"hits\":3,\"misses\":1,\"hitRate\":0.75},"
                        + "{\"name\":\"unused\",\"hits\":0,\"misses\":0}]}");
    }
}
