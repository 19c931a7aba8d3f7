package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.secret.Digests;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Services made and deleted by many at once, by owners of one address and of two whose names collide. */
@OnEveryStore(costly = true)
final class ServiceRaceTest extends CountingSuite {
    /**
     * Two addresses with the same first label whose hashes begin alike (0a0ec186), found by hashing a hundred thousand
     * addresses of this form.
     */
    static final SiteUrl ONE = address("https://collide.example.org/page/31278");

    static final SiteUrl TWIN = address("https://collide.example.org/page/132321");
    static final String SHARED = "collide-0a0ec186";

    private static final int THREADS = 32;

    @Test
    void ofManyWithOneTokenOneMakesTheServiceAndTheOthersFindIt() throws Exception {
        for (Kind kind : List.of(Kind.COUNTER, Kind.LIKE)) {
            SiteUrl url = address();
            List<Creation> creations = Race.of(THREADS, i -> create(kind, store(), url, TOKEN));
            assertThat(creations.stream().filter(Creation.Created.class::isInstance))
                    .hasSize(1);
            String id = assertWhole(kind, url);
            assertThat(creations)
                    .allMatch(creation -> creation instanceof Creation.Settled settled
                            && settled.service().id().equals(id));
        }
    }

    @Test
    void ofManyWithDifferentTokensOneOwnsTheServiceAndTheOthersAreRefused() throws Exception {
        SiteUrl url = address();
        List<Creation> creations = Race.of(THREADS, i -> create(Kind.COUNTER, store(), url, TOKEN + i));
        assertThat(creations.stream().filter(Creation.Refused.class::isInstance))
                .hasSize(THREADS - 1);
        assertWhole(Kind.COUNTER, url);
        for (int i = 0; i < THREADS; i++) {
            boolean winner = creations.get(i) instanceof Creation.Created;
            Ownership ownership = services(Kind.COUNTER, store()).owned(url, TOKEN + i);
            assertThat(ownership instanceof Ownership.Owned).isEqualTo(winner);
            assertThat(ownership instanceof Ownership.WrongToken).isEqualTo(!winner);
        }
    }

    /** Whoever comes last, mapping, index and record agree. */
    @Test
    void madeAndDeletedAtOnceAllPlacesAgreeInTheEnd() throws Exception {
        for (int round = 0; round < Rounds.of(3); round++) {
            SiteUrl url = address();
            created(Kind.COUNTER, url);
            Race.of(12, i -> churn(url, i % 2 == 0));
            assertAgreed(List.of(url));
            deleteIfThere(url);
            assertNothingLeft(Kind.COUNTER, url);
        }
    }

    private boolean churn(SiteUrl url, boolean making) {
        for (int i = 0; i < 4; i++) {
            if (making) {
                create(Kind.COUNTER, store(), url, TOKEN);
            } else {
                deleteIfThere(url);
            }
        }
        return making;
    }

    private void deleteIfThere(SiteUrl url) {
        Services services = services(Kind.COUNTER, store());
        if (services.owned(url, TOKEN) instanceof Ownership.Owned owned) {
            services.delete(owned);
        }
    }

    private void clear(Kind kind) {
        for (SiteUrl url : List.of(ONE, TWIN)) {
            Services services = services(kind, store());
            services.find(url).ifPresent(services::delete);
            services.owned(url, TOKEN);
        }
        assertNothingLeft(kind, ONE);
        assertNothingLeft(kind, TWIN);
    }

    @Test
    void addressesWithCollidingNamesHaveTwoServicesAndCannotTouchEachOther() {
        clear(Kind.LIKE);
        assertThat(Digests.hex(ONE.text()).substring(0, 8))
                .isEqualTo(Digests.hex(TWIN.text()).substring(0, 8));
        assertThat(created(Kind.LIKE, ONE).id()).isEqualTo(SHARED);
        Creation twin = create(Kind.LIKE, store(), TWIN, OTHER_TOKEN);
        String id = ((Creation.Created) twin).service().id();
        assertThat(id).isEqualTo(SHARED + "-" + Digests.hex(TWIN.text()).substring(8, 16));
        Services services = services(Kind.LIKE, store());
        assertThat(services.owned(ONE, OTHER_TOKEN)).isInstanceOf(Ownership.WrongToken.class);
        assertThat(services.owned(TWIN, TOKEN)).isInstanceOf(Ownership.WrongToken.class);
        assertThat(create(Kind.LIKE, store(), TWIN, OTHER_TOKEN)).isInstanceOf(Creation.Existed.class);
        Ownership owned = services.owned(TWIN, OTHER_TOKEN);
        assertThat(services.delete((Ownership.Owned) owned)).isTrue();
        assertThat(assertWhole(Kind.LIKE, ONE)).isEqualTo(SHARED);
        assertThat(keys(Kind.LIKE, id)).isEmpty();
        assertThat(mapped(Kind.LIKE, TWIN)).isEmpty();
        clear(Kind.LIKE);
    }

    @Test
    void collidingAddressesRacedGetAServiceEach() throws Exception {
        for (int round = 0; round < Rounds.of(3); round++) {
            clear(Kind.COUNTER);
            List<Creation> creations = Race.of(16, i -> create(Kind.COUNTER, store(), i % 2 == 0 ? ONE : TWIN, TOKEN));
            assertThat(creations.stream().filter(Creation.Created.class::isInstance))
                    .hasSize(2);
            Set<String> ids = new TreeSet<>(List.of(assertWhole(Kind.COUNTER, ONE), assertWhole(Kind.COUNTER, TWIN)));
            assertThat(ids).hasSize(2).contains(SHARED);
        }
        clear(Kind.COUNTER);
    }

    /** The name that is free for one address now is the other's a moment later. */
    @Test
    void collidingAddressesMadeAndDeletedAtOnceAgreeInTheEnd() throws Exception {
        for (int round = 0; round < Rounds.of(3); round++) {
            Race.of(12, i -> churn(i % 4 < 2 ? ONE : TWIN, i % 2 == 0));
            assertAgreed(List.of(ONE, TWIN));
            clear(Kind.COUNTER);
        }
    }

    /** Asserts that records, mappings and the index tell the same of these addresses. */
    private void assertAgreed(List<SiteUrl> urls) {
        Services services = services(Kind.COUNTER, store());
        Set<String> ids = new TreeSet<>();
        urls.forEach(url -> ids.addAll(names(url)));
        for (String id : ids) {
            assertThat(indexed(Kind.COUNTER, id))
                    .as("index of " + id)
                    .isEqualTo(services.find(id).isPresent());
        }
        for (SiteUrl url : urls) {
            List<String> own = new ArrayList<>();
            for (String id : ids) {
                Optional<Service> service = services.find(id);
                service.filter(each -> each.url().equals(url.text())).ifPresent(each -> own.add(id));
            }
            assertThat(own).hasSizeLessThan(2);
            assertThat(mapped(Kind.COUNTER, url)).isEqualTo(own.stream().findFirst());
        }
    }
}
