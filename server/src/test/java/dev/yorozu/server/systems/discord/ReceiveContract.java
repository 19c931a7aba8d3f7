package dev.yorozu.server.systems.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.AuditPolicy;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.audit.Query;
import dev.yorozu.json.Document;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.systems.discord.Browser.Page;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Share links: made, opened, deleted, and written down. */
abstract class ReceiveContract {
    private static final String VECTOR =
            "v1.oKGio6Slpqeoqaqr.nToKD3_6Lp0XR73xbw60rgOWdj_z1SFC7HtE6hbIW2O-GSXR2UchXjrwKbt9"
                    + "FfGYIH5oKw29NQwkPW430hWq35vOqgke342Qy4aQb-Gio9upNpqG6eP3WNRXWLTL8z22o6ZbiTmM9fLuqCR8p-2VWAZqVZ_uB68IG_"
                    + "fulIRlwmHneNEL8XixIAdpzrsieqHmuOmdFkn-nNlanoJ5t8X_dqvyVtk";
    private static final String FILE = "https://abc.public.blob.vercel-storage.com/receive/o/r/f.zip";
    private static final String TOKEN = Browser.API + "/receive/token";
    private static final String RESOLVE = Browser.API + "/receive/resolve";
    private static final String DELETE = Browser.API + "/receive/delete";
    private static final String USER = "80351110224678912";

    private final HeldClock clock = HeldClock.start();
    private final TestSite site;
    private final Browser maker;
    private final Browser anyone;
    private String csrf = "";

    ReceiveContract(Storage storage) {
        site = TestSite.of(clock, storage, Map.of("systems.discord.siteOrigin", "https://example.com"));
        maker = site.browser();
        anyone = site.browser();
    }

    @BeforeEach
    void signIn() throws Exception {
        maker.signIn(USER);
        csrf = maker.csrf();
    }

    @AfterEach
    void stop() {
        site.close();
    }

    private Page make(String fields) throws Exception {
        return maker.post(TOKEN, "{\"csrf\":\"" + csrf + "\"" + (fields.isEmpty() ? "" : "," + fields) + "}");
    }

    private Document made() throws Exception {
        Page page = make("\"url\":\"" + FILE + "\",\"name\":\"f.zip\",\"purpose\":\"zips\"");
        assertThat(page.status()).as(page.body()).isEqualTo(200);
        return page.json();
    }

    private Page delete(Browser by, String token) throws Exception {
        return by.post(DELETE, "{\"csrf\":\"" + by.csrf() + "\",\"token\":\"" + token + "\"}");
    }

    @Test
    void aLinkIsMadeAndOpenedByEitherToken() throws Exception {
        Document link = made();
        String shortToken = link.text("shortToken").orElseThrow();
        long exp = clock.instant().plus(Duration.ofDays(7)).toEpochMilli();

        assertThat(link.names()).containsExactly("ok", "token", "shortToken", "shareUrl", "exp");
        assertThat(shortToken).matches("[A-Za-z0-9_-]{10}");
        assertThat(link.text("shareUrl")).contains("https://example.com/receive?t=" + shortToken);
        assertThat(link.number("exp")).hasValue(exp);
        for (String token : List.of(shortToken, link.text("token").orElseThrow())) {
            Page page = anyone.get(RESOLVE + "?t=" + token);
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.body())
                    .isEqualTo("{\"ok\":true,\"url\":\"" + FILE + "?download=1\",\"name\":\"f.zip\",\"exp\":" + exp
                            + ",\"purpose\":\"zips\"}");
            Page led = anyone.get(RESOLVE + "?redirect=1&t=" + token);
            assertThat(led.status()).isEqualTo(302);
            assertThat(led.header("Location")).isEqualTo(FILE + "?download=1");
        }
    }

    @Test
    void theVectorOfTheContractOpens() throws Exception {
        assertThat(anyone.get(RESOLVE + "?t=" + VECTOR).body())
                .isEqualTo("{\"ok\":true,\"url\":\"" + FILE
                        + "?download=1\",\"name\":\"f.zip\",\"exp\":4102444800000,\"purpose\":\"zips\"}");
    }

    @Test
    void aNameBeyondAsciiIsSentInASafeAndInItsFullForm() throws Exception {
        String token = make("\"url\":\"" + FILE + "\",\"name\":\"旅行の写真 'A'.zip\"")
                .json()
                .text("shortToken")
                .orElseThrow();
        Document resolved = anyone.get(RESOLVE + "?t=" + token).json();
        Page led = anyone.get(RESOLVE + "?redirect=1&t=" + token);

        assertThat(resolved.names()).containsExactly("ok", "url", "name", "exp", "purpose", "fullName");
        assertThat(resolved.text("name")).contains("A.zip");
        assertThat(resolved.text("fullName")).contains("旅行の写真 'A'.zip");
        assertThat(led.header("Content-Disposition"))
                .isEqualTo("attachment; filename=\"A.zip\"; filename*=UTF-8''"
                        + "%E6%97%85%E8%A1%8C%E3%81%AE%E5%86%99%E7%9C%9F%20%27A%27.zip");
        assertThat(anyone.get(RESOLVE + "?redirect=1&t=" + VECTOR).header("Content-Disposition"))
                .isEqualTo("attachment; filename=\"f.zip\"; filename*=UTF-8''f.zip");
    }

    @Test
    void theVectorOpensPaddedAndInStandardBase64() throws Exception {
        String standard = VECTOR.replace('_', '/').replace("-", "%2B");
        for (String token : List.of(VECTOR + "=", standard + "=", standard)) {
            assertThat(anyone.get(RESOLVE + "?t=" + token).json().text("name")).contains("f.zip");
        }
    }

    /** The vector is a link of the original program: nobody knows who made it. */
    @Test
    void aLinkOfTheOriginalIsDeletedByWhoeverHoldsItAndACsrfToken() throws Exception {
        Page forged = anyone.post(DELETE, "{\"token\":\"" + VECTOR + "\"}");
        assertThat(forged.status()).isEqualTo(403);
        assertThat(delete(anyone, VECTOR + "=").body()).isEqualTo("{\"ok\":true}");
        assertThat(anyone.get(RESOLVE + "?t=" + VECTOR).json().text("code")).contains("TOKEN_NOT_FOUND");
        assertThat(delete(anyone, VECTOR).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 400 | Bad Request: url required",
                "'\"url\":\"\"' | 400 | Bad Request: url required",
                "'\"url\":\"http://a.blob.vercel-storage.com/x\"' | 403 | Forbidden: download host not allowed",
                "'\"url\":\"nonsense\"' | 400 | Bad Request: invalid url",
                "'\"url\":\"javascript:alert(1)\"' | 403 | Forbidden: download host not allowed",
                "'\"url\":\"ftp://a.blob.vercel-storage.com/x\"' | 403 | Forbidden: download host not allowed",
                "'\"url\":\"https://evil.example/x\"' | 403 | Forbidden: download host not allowed",
                "'\"url\":\"https://evilblob.vercel-storage.com/x\"' | 403 | Forbidden: download host not allowed",
                "'\"url\":\"https://a.blob.vercel-storage.com/x\",\"validUntil\":1' | 400 | Bad Request: validUntil is in the past",
                "'\"url\":\"https://a.blob.vercel-storage.com/x\",\"validUntil\":\"soon\"' | 400 | Bad Request: invalid validUntil"
            })
    void whatCannotBeSharedIsRefused(String fields, int status, String error) throws Exception {
        Page page = make(fields);

        assertThat(page.status()).isEqualTo(status);
        assertThat(page.body()).isEqualTo("{\"ok\":false,\"error\":\"" + error + "\"}");
    }

    @Test
    void aLinkEndsWhenItsMakerSaysButWithinFourteenDays() throws Exception {
        Instant now = clock.instant();
        String url = "\"url\":\"" + FILE + "\",\"validUntil\":";

        assertThat(make(url + now.plusSeconds(60).toEpochMilli()).json().number("exp"))
                .hasValue(now.plusSeconds(60).toEpochMilli());
        assertThat(make(url + "\"" + now.plusSeconds(60) + "\"").json().number("exp"))
                .hasValue(now.plusSeconds(60).toEpochMilli());
        assertThat(make(url + now.plusSeconds(60).toEpochMilli() + ".75").json().number("exp"))
                .hasValue(now.plusSeconds(60).toEpochMilli());
        for (String far : List.of("4102444800000", "1e16", "1e300", "99999999999999999999", "\"31 Dec 9999\"")) {
            assertThat(make(url + far).json().number("exp"))
                    .as(far)
                    .hasValue(now.plus(Duration.ofDays(14)).toEpochMilli());
        }
        ZonedDateTime date = now.plus(Duration.ofDays(2)).atZone(ZoneOffset.UTC);
        assertThat(make(url + "\"" + date.format(DateTimeFormatter.ofPattern("MMM d yyyy HH:mm", Locale.ROOT)) + "\"")
                        .json()
                        .number("exp"))
                .hasValue(date.truncatedTo(ChronoUnit.MINUTES).toInstant().toEpochMilli());
    }

    @Test
    void onlyPeopleWhoAreSignedInMakeLinks() throws Exception {
        Page none = anyone.post(TOKEN, "{\"csrf\":\"" + anyone.csrf() + "\",\"url\":\"" + FILE + "\"}");
        anyone.with("sid", "A".repeat(32));
        Page unknown = anyone.post(TOKEN, "{\"csrf\":\"" + anyone.csrf() + "\",\"url\":\"" + FILE + "\"}");

        assertThat(none.status()).isEqualTo(401);
        assertThat(none.error()).isEqualTo("no session");
        assertThat(unknown.status()).isEqualTo(401);
        assertThat(unknown.error()).isEqualTo("invalid session");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 400 | TOKEN_REQUIRED | Bad Request: token required",
                "?t= | 400 | TOKEN_REQUIRED | Bad Request: token required",
                "?t=AAAAAAAAAA | 404 | TOKEN_NOT_FOUND | Not Found: token not found",
                "?t=nonsense | 400 | INVALID_FORMAT | Bad Request: invalid token format",
                "?t=v2.AAAA.AAAA | 400 | INVALID_FORMAT | Bad Request: invalid token format",
                "?t=v1.AAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA | 400 | INVALID_BYTES | Bad Request: invalid token bytes",
                "?t=v1.AAAAAAAAAAAAAAAA.AAAA | 400 | INVALID_BYTES | Bad Request: invalid token bytes",
                "?t=v1.AAAAA.A | 400 | INVALID_BYTES | Bad Request: invalid token bytes",
                "?t=v1.AA==.AAAA==== | 400 | INVALID_BYTES | Bad Request: invalid token bytes",
                "?t=v1.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAA | 400 | INVALID_PAYLOAD | Bad Request: invalid payload"
            })
    void aTokenThatLeadsNowhereIsRefused(String query, int status, String code, String error) throws Exception {
        Page page = anyone.get(RESOLVE + query);

        assertThat(page.status()).isEqualTo(status);
        assertThat(page.body()).isEqualTo("{\"ok\":false,\"error\":\"" + error + "\",\"code\":\"" + code + "\"}");
    }

    @Test
    void anEndedLinkSaysWhenItEnded() throws Exception {
        Document link = made();
        clock.advance(Duration.ofDays(7));
        Page page = anyone.get(RESOLVE + "?t=" + link.text("token").orElseThrow());

        assertThat(page.status()).isEqualTo(410);
        assertThat(page.body())
                .isEqualTo("{\"ok\":false,\"error\":\"Link expired\",\"code\":\"EXPIRED\",\"exp\":"
                        + link.number("exp").orElseThrow() + "}");
        assertThat(anyone.get(RESOLVE + "?t=" + link.text("shortToken").orElseThrow())
                        .status())
                .isEqualTo(404);
    }

    @Test
    void theMakerDeletesALinkInBothItsForms() throws Exception {
        Document link = made();
        String shortToken = link.text("shortToken").orElseThrow();
        Browser stranger = site.browser();
        stranger.signIn("42");

        assertThat(delete(anyone, shortToken).status()).isEqualTo(401);
        assertThat(delete(stranger, shortToken).status()).isEqualTo(403);
        assertThat(delete(maker, "").status()).isEqualTo(400);
        assertThat(delete(maker, "AAAAAAAAAA").status()).isEqualTo(404);
        assertThat(anyone.get(RESOLVE + "?t=" + shortToken).status()).isEqualTo(200);
        assertThat(delete(maker, shortToken).body()).isEqualTo("{\"ok\":true}");
        assertThat(anyone.get(RESOLVE + "?t=" + shortToken).status()).isEqualTo(404);
        assertThat(anyone.get(RESOLVE + "?t=" + link.text("token").orElseThrow())
                        .status())
                .isEqualTo(404);
        assertThat(delete(maker, shortToken).status()).isEqualTo(404);
    }

    @Test
    void everythingAboutALinkIsWrittenDownWithoutItsToken() throws Exception {
        Document link = made();
        String shortToken = link.text("shortToken").orElseThrow();
        Document deleted = made();
        anyone.get(RESOLVE + "?t=" + shortToken);
        anyone.get(RESOLVE + "?t=AAAAAAAAAA");
        make("\"url\":\"https://evil.example/x\"");
        delete(maker, deleted.text("shortToken").orElseThrow());
        clock.advance(Duration.ofDays(8));
        AuditLog log = new AuditLog(site.store(), AuditPolicy.STANDARD, RandomTokens.secure(), clock);
        List<Event> events = log.page(Query.ALL.of(Kind.LINK), "", 100).events();

        assertThat(events)
                .extracting(event -> event.action() + " " + event.user().orElse("-") + " " + event.outcome())
                .containsExactlyInAnyOrder(
                        "issue " + USER + " ok",
                        "issue " + USER + " ok",
                        "resolve - ok",
                        "refuse - TOKEN_NOT_FOUND",
                        "refuse " + USER + " Forbidden: download host not allowed",
                        "delete " + USER + " ok",
                        "expire " + USER + " ok");
        assertThat(events.toString())
                .doesNotContain(shortToken, deleted.text("shortToken").orElseThrow(), "v1.");
        assertThat(events).extracting(Event::subject).contains(shortToken.substring(0, 4) + "…");
    }
}
