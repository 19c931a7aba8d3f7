package dev.yorozu.server.upgrade.filled;

import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.server.upgrade.AllSystems;
import dev.yorozu.server.upgrade.Client;
import dev.yorozu.server.upgrade.TokenDevice;
import dev.yorozu.store.testkit.HeldClock;

/** People of the token store. */
final class TokensFilling extends Filling {
    TokensFilling(AllSystems site, Holdings holdings, HeldClock clock) {
        super(site, holdings, clock);
    }

    private void register(String user) {
        holdings.put("tokens." + user + ".id", new TokenDevice(client()).register(user));
    }

    private TokenDevice signedIn(String name, String user) {
        TokenDevice device = new TokenDevice(client()).signedIn(user, name);
        holdings.put("tokens." + name, device);
        return device;
    }

    private String id(String user) {
        return holdings.get("tokens." + user + ".id");
    }

    /** Spends the token of a device, and remembers it. */
    private void rotate(String name, TokenDevice device) {
        holdings.put("tokens." + name + ".spent", device.refreshToken());
        device.refresh().ok();
        holdings.put("tokens." + name, device);
    }

    @Override
    void longAgo() {
        for (String user : new String[] {
            "abe", "bob", "cat", "dan", "eli", "fin", "gil", "hal", "ida", "jon", "kim", "lee", "operator"
        }) {
            register(user);
        }
        site.promote("operator");
        signedIn("abe.old", "abe");
    }

    @Override
    void earlier() {
        signedIn("abe.new", "abe");
        signedIn("bob", "bob");
        TokenDevice cat = signedIn("cat.phone", "cat");
        rotate("cat.phone", cat);
        signedIn("cat.laptop", "cat");
        TokenDevice dan = signedIn("dan.phone", "dan");
        rotate("dan.phone", dan);
        signedIn("dan.laptop", "dan");
        signedIn("eli.phone", "eli");
        signedIn("eli.laptop", "eli");
        signedIn("fin.before", "fin");
        signedIn("gil.out", "gil").logout().is(204);
        signedIn("gil.other", "gil");
        signedIn("gil.in", "gil").logoutOthers().ok();
        signedIn("hal.phone", "hal");
        signedIn("hal.laptop", "hal");
        signedIn("kim", "kim");
        TokenDevice lee = signedIn("lee", "lee");
        byAnotherProgram(TokenKeys.REVOKED, Client.claim(lee.access(), "jti"), "revoked");
        signedIn("jon.phone", "jon");
        signedIn("jon.laptop", "jon");
        for (int i = 1; i <= 5; i++) {
            signedIn("ida." + i, "ida");
            goOn();
        }
    }

    @Override
    void justNow() {
        rotate("bob", holdings.token("tokens.bob", client()));
        // The thief of an old token: the login has ended before the dump.
        new TokenDevice(client())
                .refresh(holdings.get("tokens.dan.phone.spent"))
                .is(401);
        TokenDevice operator = signedIn("operator", "operator");
        String jti = holdings.token("tokens.eli.phone", client()).verify().ok().text("jti");
        operator.blacklist(id("eli"), jti).is(204);
        operator.invalidateBefore(id("fin"), clock.instant().minusSeconds(60).toString())
                .ok();
        signedIn("fin.after", "fin");
        operator.endAll(id("hal")).ok();
        byAnotherProgram(
                TokenKeys.INVALID_BEFORE,
                id("kim"),
                Long.toString(clock.instant().getEpochSecond()));
    }
}
