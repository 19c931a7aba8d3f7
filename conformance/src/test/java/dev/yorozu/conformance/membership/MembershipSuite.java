package dev.yorozu.conformance.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.CacheKeys;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.membership.Membership;
import dev.yorozu.membership.MembershipParser;
import dev.yorozu.membership.Memberships;
import dev.yorozu.membership.Plan;
import dev.yorozu.oauth.Patreon;
import dev.yorozu.oauth.ProviderCalls;
import dev.yorozu.oauth.ProviderResult;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** What the parts of the contract share: a patron of their own, the provider who knows them, and servers. */
abstract class MembershipSuite extends Suite {
    static final String TOKEN = "patreon-access-token";

    final HeldClock clock = HeldClock.start();
    final PatreonStandIn patreon = new PatreonStandIn();
    final KnownPatrons patrons = new KnownPatrons();
    final String user = Long.toString(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
    final Key copy = PatreonKeys.MEMBERSHIP.key(user);
    final Key lease = CacheKeys.LEASE.key("membership", user);
    final Key writers = CacheKeys.WRITERS.key("membership", user);

    MembershipSuite() {
        pays(300);
    }

    /** What the provider says from now on. */
    void pays(long cents) {
        patreon.patron(TOKEN, user, cents);
    }

    Memberships server() {
        return server(store());
    }

    Memberships server(Store store) {
        ProviderCalls provider = new ProviderCalls(Patreon.provider(Patreon.API_URL, "client", "hush"), patreon);
        MembershipParser rule = new MembershipParser(Optional.of("77"));
        return new Memberships(store, provider, rule, patrons, RandomTokens.secure(), clock);
    }

    Plan plan(Memberships server) {
        return plan(server.of(user, TOKEN));
    }

    static Plan plan(ProviderResult<Membership> answer) {
        return known(answer).plan();
    }

    static Membership known(ProviderResult<Membership> answer) {
        assertThat(answer).isInstanceOf(ProviderResult.Success.class);
        return ((ProviderResult.Success<Membership>) answer).value();
    }

    /** With which status a relay passes a failure on. */
    static int failed(ProviderResult<Membership> answer) {
        assertThat(answer).isInstanceOf(ProviderResult.Failed.class);
        return ((ProviderResult.Failed<Membership>) answer).relayed();
    }

    boolean there(Key key) {
        return store().type(key).isPresent();
    }
}
