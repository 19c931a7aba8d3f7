package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.counter.Counts;
import dev.yorozu.nostalgic.like.LikeView;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A server killed, or cut off from its store, at each call that an action takes. */
@OnEveryStore(costly = true)
final class CountingFaultTest extends CountingSuite {
    /** Prepares an action, which is cut off at one of its calls, and then checks what is left; for each call in turn. */
    private interface CrashCase {
        Consumer<Store> prepare();

        void check(boolean answered);
    }

    private void play(CrashCase crash) {
        for (Fault fault : Fault.values()) {
            boolean reached = true;
            for (int call = 1; reached; call++) {
                Consumer<Store> action = crash.prepare();
                FaultyStore faulty = FaultyStore.failing(store(), fault, call);
                boolean answered = true;
                try {
                    action.accept(faulty);
                } catch (StoreException cutOff) {
                    answered = false;
                }
                reached = faulty.calls() >= call;
                crash.check(answered);
            }
        }
    }

    @Test
    void makingAServiceIsDoneOrCanBeDoneAgain() {
        for (Kind kind : List.of(Kind.COUNTER, Kind.LIKE)) {
            play(new CrashCase() {
                private SiteUrl url = address();

                @Override
                public Consumer<Store> prepare() {
                    url = address();
                    return store -> create(kind, store, url, TOKEN);
                }

                @Override
                public void check(boolean answered) {
                    Creation again = create(kind, store(), url, TOKEN);
                    assertThat(again).isInstanceOf(Creation.Settled.class);
                    assertThat(answered && again instanceof Creation.Created).isFalse();
                    assertWhole(kind, url);
                }
            });
        }
    }

    /** Who gives up after a failure, and asks for the address with a token, leaves nothing behind either. */
    @Test
    void whatWasHalfMadeIsGoneOnceItsOwnerAsks() {
        play(new CrashCase() {
            private SiteUrl url = address();

            @Override
            public Consumer<Store> prepare() {
                url = address();
                return store -> create(Kind.LIKE, store, url, TOKEN);
            }

            @Override
            public void check(boolean answered) {
                Services services = services(Kind.LIKE, store());
                if (services.owned(url, TOKEN) instanceof Ownership.Owned owned) {
                    services.delete(owned);
                }
                assertNothingLeft(Kind.LIKE, url);
            }
        });
    }

    @Test
    void deletingAServiceIsDoneOrCanBeDoneAgain() {
        for (Kind kind : List.of(Kind.COUNTER, Kind.LIKE)) {
            play(new CrashCase() {
                private SiteUrl url = address();

                @Override
                public Consumer<Store> prepare() {
                    url = address();
                    use(kind, created(kind, url).id());
                    return store -> delete(store, kind, url);
                }

                @Override
                public void check(boolean answered) {
                    delete(store(), kind, url);
                    assertNothingLeft(kind, url);
                }
            });
        }
    }

    private void use(Kind kind, String id) {
        if (kind == Kind.COUNTER) {
            counters().visit(id, ALICE);
        } else {
            likes().toggle(id, ALICE);
        }
    }

    private void delete(Store store, Kind kind, SiteUrl url) {
        Services services = services(kind, store);
        if (services.owned(url, TOKEN) instanceof Ownership.Owned owned) {
            services.delete(owned);
        }
    }

    /** Also without another try to delete: what is made next for the address begins at zero. */
    @Test
    void whatIsMadeAfterAHalfDeletionBeginsAtZero() {
        play(new CrashCase() {
            private SiteUrl url = address();

            @Override
            public Consumer<Store> prepare() {
                url = address();
                use(Kind.COUNTER, created(Kind.COUNTER, url).id());
                return store -> delete(store, Kind.COUNTER, url);
            }

            @Override
            public void check(boolean answered) {
                Creation next = create(Kind.COUNTER, store(), url, TOKEN);
                String id = assertWhole(Kind.COUNTER, url);
                if (next instanceof Creation.Created) {
                    assertThat(counters().view(id).orElseThrow().counts()).isEqualTo(new Counts(0, 0, 0, 0, 0));
                    counted(counters().visit(id, ALICE));
                }
                assertThat(counters().view(id).orElseThrow().counts()).isEqualTo(new Counts(1, 1, 0, 1, 1));
            }
        });
    }

    @Test
    void aVisitIsCountedWholeOrNotAtAll() {
        play(new CrashCase() {
            private String id = "";

            @Override
            public Consumer<Store> prepare() {
                id = counter();
                return store -> counters(store, ZoneOffset.UTC).visit(id, ALICE);
            }

            @Override
            public void check(boolean answered) {
                LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
                String total = text(NostalgicKeys.COUNTER_TOTAL.key(id)).orElseThrow();
                boolean counted = total.equals("1");
                assertThat(counted || total.equals("0")).isTrue();
                assertThat(counted || !answered).isTrue();
                assertThat(text(NostalgicKeys.COUNTER_DAILY.key(id, today.toString()))
                                .isPresent())
                        .isEqualTo(counted);
                assertThat(text(NostalgicKeys.COUNTER_VISIT.key(id, HASHES.on(ALICE, today)))
                                .isPresent())
                        .isEqualTo(counted);
                assertThat(record(Kind.COUNTER, id).number("totalCount")).hasValue(counted ? 1 : 0);
                counters().visit(id, ALICE);
                assertThat(counters().view(id).orElseThrow().counts()).isEqualTo(new Counts(1, 1, 0, 1, 1));
            }
        });
    }

    @Test
    void aPressCountsWholeOrNotAtAll() {
        for (boolean before : List.of(false, true)) {
            play(new CrashCase() {
                private String id = "";

                @Override
                public Consumer<Store> prepare() {
                    id = like();
                    if (before) {
                        likes().toggle(id, ALICE);
                    }
                    return store -> likes(store, ZoneOffset.UTC).toggle(id, ALICE);
                }

                @Override
                public void check(boolean answered) {
                    LikeView view = likes().view(id, ALICE).orElseThrow();
                    assertThat(view.total()).isEqualTo(view.liked() ? 1 : 0);
                    assertThat(!answered || view.liked() != before).isTrue();
                    assertThat(record(Kind.LIKE, id).number("totalLikes")).hasValue(view.total());
                    assertThat(toggled(likes().toggle(id, ALICE)).liked()).isEqualTo(!view.liked());
                }
            });
        }
    }
}
