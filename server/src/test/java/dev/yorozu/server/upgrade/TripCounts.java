package dev.yorozu.server.upgrade;

import static dev.yorozu.server.upgrade.CountedOperation.*;

import dev.yorozu.server.systems.patreon.Pledge;
import dev.yorozu.server.upgrade.Client.Reply;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;

/** Does everything that is counted, each in the state in which it usually is done. */
final class TripCounts {
    private static final Duration TOUCH_DUE = Duration.ofMinutes(2);

    private final Map<CountedOperation, Long> counts = new EnumMap<>(CountedOperation.class);
    private final AllSystems site;
    private final HeldClock clock;

    TripCounts(AllSystems site, HeldClock clock) {
        this.site = site;
        this.clock = clock;
    }

    Map<CountedOperation, Long> all() {
        discord();
        oidc();
        users();
        tokens();
        patreon();
        return counts;
    }

    private Reply count(CountedOperation operation, Supplier<Reply> request) {
        long before = site.store().trips();
        Reply reply = request.get();
        counts.put(operation, site.store().trips() - before);
        return reply;
    }

    private void discord() {
        String user = "80351110224678912";
        Client client = site.client();
        new DiscordBrowser(client).signedIn(user);
        DiscordBrowser browser = new DiscordBrowser(site.client());
        String state = count(DISCORD_START, () -> browser.start("")).ok().text("state");
        count(DISCORD_SIGN_IN, () -> browser.callback(state, user)).ok();
        browser.me().ok();
        count(DISCORD_CHECK, browser::me).ok();
        clock.advance(TOUCH_DUE);
        count(DISCORD_CHECK_AND_TOUCH, browser::me).ok();
        logout(DISCORD_LOGOUT, browser, "");
        discordRenewal(user);
        discordLogoutAll(DISCORD_LOGOUT_ALL, "80351110224678913", 1);
        discordLogoutAll(DISCORD_LOGOUT_ALL_OF_FOUR, "80351110224678914", 3);
    }

    private void discordRenewal(String user) {
        site.discord().expiresIn(10);
        DiscordBrowser browser = new DiscordBrowser(site.client()).signedIn(user);
        site.discord().expiresIn(604_800);
        count(DISCORD_RENEWAL, browser::me).ok();
    }

    private void discordLogoutAll(CountedOperation operation, String user, int others) {
        for (int i = 0; i < others; i++) {
            new DiscordBrowser(site.client()).signedIn(user);
        }
        logout(operation, new DiscordBrowser(site.client()).signedIn(user), "?all=1");
    }

    /** The token that a changing call needs is asked for before. */
    private void logout(CountedOperation operation, DiscordBrowser browser, String query) {
        String csrf = browser.csrf();
        count(operation, () -> browser.logout(csrf, query)).ok();
    }

    private void oidc() {
        OidcBrowser other = new OidcBrowser(site.client());
        other.callback(other.toProvider(other.start().is(302))).is(302);
        OidcBrowser browser = new OidcBrowser(site.client());
        String back = browser.toProvider(count(OIDC_START, browser::start).is(302));
        count(OIDC_SIGN_IN, () -> browser.callback(back)).is(302);
        browser.me().ok();
        count(OIDC_CHECK, browser::me).ok();
        count(OIDC_LOGOUT, browser::logout);
    }

    private void users() {
        Client home = site.client();
        new UserDevice(home).signedUp("hanako");
        UserDevice device = new UserDevice(home);
        count(USERS_SIGN_IN, () -> device.login("hanako")).ok();
        device.me().ok();
        count(USERS_CHECK, device::me).ok();
        clock.advance(TOUCH_DUE);
        count(USERS_CHECK_AND_TOUCH, device::me).ok();
        String spent = device.refreshToken();
        count(USERS_REFRESH, device::refresh).ok();
        count(USERS_REFRESH_RETRY, () -> device.refresh(spent)).ok();
        count(USERS_LOGOUT, device::logout).ok();
        count(USERS_REVOKE_ALL, new UserDevice(home).signedIn("hanako")::endAll).ok();
        for (int i = 0; i < 3; i++) {
            new UserDevice(home).signedIn("hanako");
        }
        count(USERS_REVOKE_ALL_OF_FOUR, new UserDevice(home).signedIn("hanako")::endAll)
                .ok();
    }

    private void tokens() {
        Client home = site.client();
        String user = new TokenDevice(home).register("taro");
        new TokenDevice(home).signedIn("taro", "tablet");
        TokenDevice device = new TokenDevice(home);
        count(TOKENS_SIGN_IN, () -> device.login("taro", "phone")).ok();
        device.verify().ok();
        count(TOKENS_CHECK, device::verify).ok();
        String spent = device.refreshToken();
        count(TOKENS_REFRESH, device::refresh).ok();
        count(TOKENS_REFRESH_RETRY, () -> device.refresh(spent)).ok();
        count(TOKENS_LOGOUT, device::logout).is(204);
        count(TOKENS_LOGOUT_OTHERS, new TokenDevice(home).signedIn("taro", "phone")::logoutOthers)
                .ok();
        tokensEnded(home, user);
    }

    private void tokensEnded(Client home, String user) {
        TokenDevice operator = new TokenDevice(site.client());
        operator.register("operator");
        site.promote("operator");
        operator.signedIn("operator", "desk").verify().ok();
        new TokenDevice(home).signedIn("taro", "phone");
        count(TOKENS_REVOKE_ALL, () -> operator.endAll(user)).ok();
        for (int i = 0; i < 4; i++) {
            new TokenDevice(home).signedIn("taro", "device " + i);
        }
        count(TOKENS_REVOKE_ALL_OF_FOUR, () -> operator.endAll(user)).ok();
    }

    private void patreon() {
        String user = "5000001";
        site.patron().pledge(user, Pledge.of(300));
        new PatronDevice(site.client()).signedIn(user);
        PatronDevice device = new PatronDevice(site.client());
        count(PATREON_SIGN_IN, () -> device.signIn(user)).ok();
        device.validate().ok();
        count(PATREON_VALIDATE, device::validate).ok();
        device.token().ok();
        count(PATREON_TOKEN, device::token).ok();
        device.quota().ok();
        count(PATREON_CHECK, device::quota).ok();
        String spent = device.refreshToken();
        count(PATREON_REFRESH, device::refresh).ok();
        count(PATREON_REFRESH_RETRY, () -> device.refresh(spent)).ok();
        count(PATREON_RENEWAL, device::renew).ok();
        count(PATREON_LOGOUT, device::logout).ok();
        count(PATREON_REVOKE_ALL, new PatronDevice(site.client()).signedIn(user)::revokeAll)
                .ok();
    }
}
