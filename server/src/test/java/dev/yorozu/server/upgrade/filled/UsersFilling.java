package dev.yorozu.server.upgrade.filled;

import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.server.upgrade.AllSystems;
import dev.yorozu.server.upgrade.Client;
import dev.yorozu.server.upgrade.UserDevice;
import dev.yorozu.store.testkit.HeldClock;

/** People of the user API. */
final class UsersFilling extends Filling {
    static final int GUESSES = 3;

    UsersFilling(AllSystems site, Holdings holdings, HeldClock clock) {
        super(site, holdings, clock);
    }

    private UserDevice signedUp(String user) {
        return new UserDevice(client()).signedUp(user);
    }

    private UserDevice hold(String name, UserDevice device) {
        holdings.put("users." + name, device);
        return device;
    }

    private UserDevice signedIn(String name, String user) {
        return hold(name, new UserDevice(client()).signedIn(user));
    }

    @Override
    void longAgo() {
        signedUp("hal");
        hold("hal", new UserDevice(client()).remembered("hal"));
    }

    @Override
    void earlier() {
        hold("ann.phone", signedUp("ann"));
        UserDevice laptop = signedIn("ann.laptop", "ann");
        signedIn("ann.lost", "ann");
        laptop.end(holdings.get("users.ann.lost.session")).ok();
        hold("ben", signedUp("ben"));
        UserDevice cid = signedUp("cid");
        holdings.put("users.cid.spent", cid.refreshToken());
        cid.refresh().ok();
        hold("cid.phone", cid);
        signedIn("cid.laptop", "cid");
        hold("dora.out", signedUp("dora")).logout().ok();
        signedIn("dora.in", "dora");
        hold("eve.phone", signedUp("eve"));
        signedIn("eve.laptop", "eve").endAll().ok();
        hold("fay.1", signedUp("fay"));
        for (int i = 2; i <= 5; i++) {
            goOn();
            signedIn("fay." + i, "fay");
        }
        signedUp("gus");
        hold("ivy.phone", signedUp("ivy"));
        signedIn("ivy.laptop", "ivy");
        UserDevice jay = hold("jay", signedUp("jay"));
        byAnotherProgram(UserKeys.REVOKED_ACCESS, Client.claim(jay.access(), "jti"), "true");
        UserDevice kay = hold("kay", signedUp("kay"));
        byAnotherProgram(UserKeys.REVOKED_REFRESH, Client.claim(kay.refreshToken(), "jti"), "true");
    }

    @Override
    void justNow() {
        UserDevice ben = holdings.user("users.ben", client());
        holdings.put("users.ben.spent", ben.refreshToken());
        ben.refresh().ok();
        hold("ben", ben);
        Client guesser = client();
        for (int i = 0; i < GUESSES; i++) {
            new UserDevice(guesser).guess("gus").is(401);
        }
        holdings.put("users.guesser", guesser.address());
    }
}
