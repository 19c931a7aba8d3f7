package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.QuickPasswords;
import dev.yorozu.date.Iso;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Days;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.like.Icon;
import dev.yorozu.nostalgic.like.LikePolicy;
import dev.yorozu.nostalgic.like.LikeView;
import dev.yorozu.nostalgic.like.Likes;
import dev.yorozu.nostalgic.like.Toggle;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.testkit.FaultyStore;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A like button from its making to its deletion, key by key. */
@OnEveryStore
final class LikeLifeTest extends CountingSuite {
    private Key state(String id) {
        return NostalgicKeys.LIKE_USER.key(id, HASHES.on(ALICE, LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC)));
    }

    private Instant midnight() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC)
                .plusDays(1)
                .atStartOfDay()
                .toInstant(ZoneOffset.UTC);
    }

    /** Each of them switches as often as they like; only a further one is refused, until the day ends. */
    @Test
    void ofOneAddressSoManyUsersPressInADayWhateverTheirBrowsersAreCalled() {
        SiteUrl url = address();
        String id = created(Kind.LIKE, url).id();
        Likes likes = new Likes(
                store(),
                new LikePolicy(Durability.RELAXED, 2),
                new Days(ZoneOffset.UTC, clock),
                HASHES,
                QuickPasswords.SET,
                events::add);
        Visitor[] browsers = new Visitor[3];
        for (int i = 0; i < browsers.length; i++) {
            browsers[i] = new Visitor(ALICE.address(), "Browser/" + i);
        }
        assertThat(toggled(likes.toggle(id, browsers[0])).total()).isEqualTo(1);
        assertThat(toggled(likes.toggle(id, browsers[1])).total()).isEqualTo(2);
        assertThat(likes.toggle(id, browsers[2]))
                .isInstanceOfSatisfying(
                        Toggle.Limited.class,
                        limited -> assertThat(limited.left()).isBetween(Duration.ofHours(11), Duration.ofHours(12)));
        assertThat(toggled(likes.toggle(id, browsers[0])).total()).isEqualTo(1);
        assertThat(toggled(likes.toggle(id, browsers[0])).total()).isEqualTo(2);
        assertThat(toggled(likes.toggle(id, BOB)).total()).isEqualTo(3);
        assertThat(likes.services().delete(owned(Kind.LIKE, url))).isTrue();
        assertNothingLeft(Kind.LIKE, url);
    }

    @Test
    void aPressChangesStateTotalAndRecordTogether() {
        SiteUrl url = address();
        String id = created(Kind.LIKE, url).id();
        assertThat(keys(Kind.LIKE, id))
                .containsExactlyInAnyOrder("like:" + id, "like:" + id + ":owner", "like:" + id + ":total");
        LikeView liked = toggled(likes().toggle(id, ALICE));
        assertThat(liked.total()).isEqualTo(1);
        assertThat(liked.liked()).isTrue();
        assertThat(text(state(id))).hasValue("true");
        assertEndsAt(state(id), midnight());
        assertThat(store().remaining(NostalgicKeys.LIKE_TOTAL.key(id))).hasValue(new Life.Endless());
        assertThat(keys(Kind.LIKE, id))
                .containsExactlyInAnyOrder(
                        "like:" + id,
                        "like:" + id + ":owner",
                        "like:" + id + ":total",
                        marks(Kind.LIKE, id).name(),
                        "like:" + id + ":address:"
                                + HASHES.addressOn(ALICE, LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC)),
                        state(id).name());
        String hash = text(NostalgicKeys.LIKE.ownerToken().key(id)).orElseThrow();
        assertThat(text(NostalgicKeys.LIKE.service().key(id)))
                .hasValue("{\"service\":\"like\",\"id\":\"" + id + "\",\"url\":\"" + url + "\",\"created\":\""
                        + Iso.text(clock.instant()) + "\",\"lastLike\":\"" + Iso.text(clock.instant())
                        + "\",\"totalLikes\":1,\"settings\":{},\"owner\":\"" + hash + "\"}");
        clock.advance(Duration.ofHours(1));
        LikeView off = toggled(likes().toggle(id, ALICE));
        assertThat(off.total()).isZero();
        assertThat(off.liked()).isFalse();
        assertThat(off.service().last()).hasValue(clock.instant());
        assertThat(text(state(id))).hasValue("false");
        assertEndsAt(state(id), midnight());
        assertThat(record(Kind.LIKE, id).number("totalLikes")).hasValue(0);
        assertThat(toggled(likes().toggle(id, ALICE)).total()).isEqualTo(1);
    }

    @Test
    void eachUserHasAStateOfTheirOwn() {
        String id = like();
        likes().toggle(id, ALICE);
        assertThat(toggled(likes().toggle(id, BOB)).total()).isEqualTo(2);
        likes().toggle(id, ALICE);
        assertThat(likes().view(id, ALICE).orElseThrow()).satisfies(view -> {
            assertThat(view.liked()).isFalse();
            assertThat(view.total()).isEqualTo(1);
        });
        assertThat(likes().view(id, BOB).orElseThrow().liked()).isTrue();
        assertThat(likes().view(id, visitor(3)).orElseThrow().liked()).isFalse();
        String other = like();
        assertThat(likes().views(List.of(other, "none-00000000", id, other), BOB)
                        .sequencedKeySet())
                .containsExactly(other, id);
    }

    @Test
    void aPressIsTwoRoundTripsBecauseTheButtonIsReadFirst() {
        String id = like();
        FaultyStore counting = FaultyStore.counting(store());
        Likes likes = likes(counting, ZoneOffset.UTC);
        likes.toggle(id, ALICE);
        assertThat(counting.calls()).isEqualTo(2);
        likes.toggle(id, ALICE);
        assertThat(counting.calls()).isEqualTo(4);
        likes.view(id, ALICE);
        assertThat(counting.calls()).isEqualTo(5);
    }

    @Test
    void takingALikeBackGoesNotBelowZero() {
        SiteUrl url = address();
        String id = created(Kind.LIKE, url).id();
        likes().toggle(id, ALICE);
        assertThat(likes().set(owned(Kind.LIKE, url), 0, ALICE).orElseThrow().liked())
                .isTrue();
        LikeView off = toggled(likes().toggle(id, ALICE));
        assertThat(off.liked()).isFalse();
        assertThat(off.total()).isZero();
        assertThat(text(NostalgicKeys.LIKE_TOTAL.key(id))).hasValue("0");
        assertThat(text(state(id))).hasValue("false");
        assertThat(toggled(likes().toggle(id, ALICE)).total()).isEqualTo(1);
        assertThat(likes().set(owned(Kind.LIKE, url), 500, ALICE).orElseThrow().total())
                .isEqualTo(500);
        assertThat(toggled(likes().toggle(id, ALICE)).total()).isEqualTo(499);
        assertThat(record(Kind.LIKE, id).number("totalLikes")).hasValue(499);
    }

    @Test
    void theIconIsASettingAndTheWebhookIsToldOfEachPress() {
        SiteUrl url = address();
        String id = created(Kind.LIKE, url).id();
        assertThat(Icon.of(likes().services().find(id).orElseThrow())).isEqualTo(Icon.HEART);
        likes().toggle(id, ALICE);
        assertThat(events).isEmpty();
        Document settings = Service.withWebhook(Icon.PETA.in(Document.empty()), "https://hooks.example.org/2");
        LikeView changed =
                likes().change(owned(Kind.LIKE, url), settings, ALICE).orElseThrow();
        assertThat(Icon.of(changed.service())).isEqualTo(Icon.PETA);
        assertThat(changed.liked()).isTrue();
        likes().toggle(id, ALICE);
        assertThat(events).singleElement().satisfies(event -> {
            assertThat(event.name()).isEqualTo("like.toggle");
            assertThat(event.details().flag("liked")).hasValue(false);
            assertThat(event.details().number("total")).hasValue(0);
        });
    }

    @Test
    void deletingLeavesNoKeyAndTheNextBeginsAtZero() {
        SiteUrl url = address();
        String id = created(Kind.LIKE, url).id();
        likes().toggle(id, ALICE);
        likes().toggle(id, BOB);
        Ownership.Owned owned = owned(Kind.LIKE, url);
        assertThat(likes().services().delete(owned)).isTrue();
        assertNothingLeft(Kind.LIKE, url);
        assertThat(likes().toggle(id, ALICE)).isInstanceOf(Toggle.Unknown.class);
        assertThat(likes().view(id, ALICE)).isEmpty();
        assertThat(created(Kind.LIKE, url).id()).isEqualTo(id);
        assertThat(likes().view(id, ALICE).orElseThrow().liked()).isFalse();
        assertThat(toggled(likes().toggle(id, ALICE)).total()).isEqualTo(1);
        assertThat(likes().set(owned, 3, ALICE)).isEmpty();
    }

    @Test
    void whatIsNoButtonLikesNothing() {
        String id = like();
        String whole = like();
        Key record = NostalgicKeys.LIKE.service().key(id);
        store().commit(Batch.builder().put(record, "no JSON", Expiry.never()).build());
        assertThat(likes().toggle(id, ALICE)).isInstanceOf(Toggle.Unknown.class);
        assertThat(text(NostalgicKeys.LIKE_TOTAL.key(id))).hasValue("0");
        store().commit(Batch.builder().delete(record).build());
        store().commit(Batch.builder().setAdd(record, Bytes.of("x")).build());
        assertThat(likes().toggle(id, ALICE)).isInstanceOf(Toggle.Unknown.class);
        assertThat(likes().views(List.of(id, whole), ALICE).sequencedKeySet()).containsExactly(whole);
        assertThat(likes().toggle("like", ALICE)).isInstanceOf(Toggle.Unknown.class);
    }
}
