package dev.yorozu.server.upgrade.filled;

import dev.yorozu.server.upgrade.AllSystems;
import dev.yorozu.server.upgrade.Client;
import dev.yorozu.server.upgrade.Client.Reply;
import dev.yorozu.server.upgrade.DiscordBrowser;
import dev.yorozu.store.testkit.HeldClock;

/** People who sign in with Discord. */
final class DiscordFilling extends Filling {
    static final String ADA = "80351110224678901";
    static final String BEN = "80351110224678902";
    static final String CAT = "80351110224678903";
    static final String DAN = "80351110224678904";
    static final String EVE = "80351110224678905";
    static final String FAY = "80351110224678906";
    static final String GUS = "80351110224678907";
    static final String FILE = "https://abc.public.blob.vercel-storage.com/receive/o/r/f.zip";

    DiscordFilling(AllSystems site, Holdings holdings, HeldClock clock) {
        super(site, holdings, clock);
    }

    private DiscordBrowser signedIn(String name, String user) {
        Client client = client();
        DiscordBrowser browser = new DiscordBrowser(client).signedIn(user);
        holdings.put("discord." + name, client);
        return browser;
    }

    private static void logout(DiscordBrowser browser, String query) {
        browser.logout(browser.csrf(), query).ok();
    }

    @Override
    void longAgo() {
        signedIn("ada.old", ADA);
    }

    @Override
    void earlier() {
        DiscordBrowser ada = signedIn("ada.new", ADA);
        link("kept", ada.share(FILE, "f.zip").ok());
        Reply deleted = ada.share(FILE, "g.zip").ok();
        link("deleted", deleted);
        ada.delete(deleted.text("shortToken")).ok();
        logout(signedIn("ben.out", BEN), "");
        signedIn("ben.in", BEN);
        signedIn("gus.one", GUS);
        signedIn("gus.two", GUS);
        signedIn("cat.one", CAT);
        logout(signedIn("cat.two", CAT), "?all=1");
        for (int i = 1; i <= 5; i++) {
            signedIn("eve." + i, EVE);
            goOn();
        }
    }

    private void link(String name, Reply made) {
        holdings.put("discord.link." + name + ".short", made.text("shortToken"));
        holdings.put("discord.link." + name + ".long", made.text("token"));
    }

    @Override
    void justNow() {
        site.discord().expiresIn(10);
        signedIn("dan", DAN);
        site.discord().expiresIn(604_800);
        holdings.put("discord.dan.provider", site.discord().issued().getLast());
        handover();
        Client started = client();
        holdings.put(
                "discord.started.state", new DiscordBrowser(started).start("").text("state"));
        holdings.put("discord.started.cookies", started);
    }

    /** An app began to sign in, and another browser came back. */
    private void handover() {
        Client app = client();
        String state = new DiscordBrowser(app).start("&context=pwa").ok().text("state");
        new DiscordBrowser(client()).callback(state, FAY).ok();
        holdings.put("discord.handover.state", state);
        holdings.put("discord.handover.cookies", app);
    }
}
