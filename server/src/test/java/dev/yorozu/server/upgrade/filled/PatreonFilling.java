package dev.yorozu.server.upgrade.filled;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.server.systems.patreon.Pledge;
import dev.yorozu.server.upgrade.AllSystems;
import dev.yorozu.server.upgrade.PatronDevice;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Scan;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Patrons. */
final class PatreonFilling extends Filling {
    static final String ADA = "6000001";
    static final String BEA = "6000002";
    static final String CYD = "6000003";
    static final String DOT = "6000004";
    static final String EVA = "6000005";
    static final String FLO = "6000006";
    static final String GIA = "6000007";
    static final String HUE = "6000008";
    static final String IVY = "6000009";
    static final String JAN = "6000010";
    static final String KIT = "6000011";

    PatreonFilling(AllSystems site, Holdings holdings, HeldClock clock) {
        super(site, holdings, clock);
    }

    /** All of them give this, also to a stand-in that was started later. */
    static void pledge(AllSystems site) {
        for (String user : new String[] {ADA, BEA, CYD, DOT, EVA, FLO, GIA, HUE, IVY, JAN, KIT}) {
            site.patron().pledge(user, Pledge.of(300));
        }
    }

    private PatronDevice signedIn(String name, String user) {
        PatronDevice device = new PatronDevice(client()).signedIn(user);
        device.token().ok();
        holdings.put("patreon." + name, device);
        return device;
    }

    /** Spends the refresh token of a device, and remembers it. */
    private void rotate(String name, PatronDevice device) {
        holdings.put("patreon." + name + ".spent", device.refreshToken());
        device.refresh().ok();
        holdings.put("patreon." + name, device);
    }

    @Override
    void longAgo() {
        pledge(site);
        signedIn("ada", ADA);
    }

    @Override
    void earlier() {
        signedIn("bea.first", BEA);
        signedIn("bea.second", BEA);
        signedIn("cyd", CYD);
        rotate("hue", signedIn("hue", HUE));
        signedIn("ivy", IVY);
        holdings.put("patreon.ivy.provider", site.patron().issued().getLast());
        signedIn("jan", JAN);
        leftBehind();
        signedIn("flo", FLO).logout().ok();
        signedIn("gia", GIA).revokeAll().ok();
    }

    /** A session that the list of its user misses, as a crash of the earlier program left some. */
    private void leftBehind() {
        Set<Key> others = sessions();
        signedIn("kit.first", KIT);
        Key first = sessions().stream()
                .filter(key -> !others.contains(key))
                .findFirst()
                .orElseThrow();
        Bytes record = site.store().get(first).orElseThrow();
        Expiry end = Expiry.at(clock.instant().plus(Duration.ofDays(30)));
        goOn();
        signedIn("kit.second", KIT);
        site.store().commit(Batch.builder().put(first, record, end).build());
    }

    private Set<Key> sessions() {
        return site.store().scan(Scan.of("", 1000)).keys().stream()
                .filter(key -> Keyspace.schema().match(key.name()).equals(Optional.of(PatreonKeys.SESSION)))
                .collect(Collectors.toSet());
    }

    @Override
    void lately() {
        rotate("dot", signedIn("dot", DOT));
        rotate("eva", signedIn("eva", EVA));
    }

    @Override
    void justNow() {
        rotate("cyd", holdings.patron("patreon.cyd", client()));
        // The thief of an old token: the family has ended before the dump.
        new PatronDevice(client()).refresh(holdings.get("patreon.eva.spent")).is(401);
        holdings.put("patreon.provider", String.join(",", site.patron().issued()));
    }
}
