package dev.yorozu.conformance.integrity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Marks;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.integrity.Damage;
import dev.yorozu.nostalgic.integrity.Finding;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Ends, types and owners of single keys. */
@OnEveryStore(costly = true)
final class KeysTest extends IntegritySuite {
    private Key mark(Service service) {
        return service.kind().mark().key(service.id(), listed(service, name -> !name.startsWith("@")));
    }

    private Key list(Service service) {
        return new Marks(service.kind()).list(service.id(), fixture.days.clock().instant());
    }

    private String listed(Service service, Predicate<String> choice) {
        return new Marks(service.kind())
                .users(fixture.store, service.id()).stream()
                        .map(Bytes::text)
                        .filter(choice)
                        .findFirst()
                        .orElseThrow();
    }

    private void assertEndRestored(Key key, Duration most) {
        assertUndone(Damage.NO_END, () -> fixture.write(batch -> batch.expire(key, Expiry.never())));
        Life life = fixture.store.remaining(key).orElseThrow();
        assertThat(((Life.Ends) life).left()).isPositive().isLessThanOrEqualTo(most);
    }

    @Test
    void aVisitGetsItsEndBack() {
        assertEndRestored(mark(counter), Duration.ofDays(1));
    }

    @Test
    void aLikeGetsItsEndBack() {
        assertEndRestored(mark(like), Duration.ofDays(1));
    }

    @Test
    void aSubmissionGetsItsEndBack() {
        assertEndRestored(mark(ranking), IntegrityFixture.COOLDOWN);
    }

    @Test
    void aPostGetsItsEndBack() {
        assertEndRestored(mark(board), IntegrityFixture.COOLDOWN);
    }

    @Test
    void theCountOfAnAddressGetsItsEndBackAndIsListedAgain() {
        for (Service service : List.of(counter, like, ranking, board)) {
            String member = listed(service, name -> name.startsWith("@"));
            Key count = service.kind().keys().addresses().key(service.id(), member.substring(1));
            assertEndRestored(count, Duration.ofDays(1));
        }
        String member = listed(board, name -> name.startsWith("@"));
        Key list = list(board);
        fixture.write(batch -> batch.hashRemove(list, Bytes.of(member)));
        assertRepaired(Damage.MARK_NOT_LISTED);
        assertThat(listed(board, member::equals)).isEqualTo(member);
    }

    @Test
    void aDayGetsItsEndBack() {
        Key day = NostalgicKeys.COUNTER_DAILY.key(
                counter.id(), fixture.days.today().date().toString());
        assertEndRestored(day, Duration.ofDays(400));
        Life life = fixture.store.remaining(day).orElseThrow();
        assertThat(((Life.Ends) life).left()).isGreaterThan(Duration.ofDays(398));
    }

    @Test
    void aListOfMarksGetsItsEndBack() {
        assertEndRestored(list(counter), Duration.ofHours(26));
    }

    @Test
    void whatShouldStayLosesItsEnd() {
        Key total = NostalgicKeys.COUNTER_TOTAL.key(counter.id());
        for (Key key : new Key[] {
            total, IntegrityFixture.record(board), IntegrityFixture.owner(like), IntegrityFixture.mapping(ranking)
        }) {
            assertUndone(
                    Damage.UNEXPECTED_END,
                    () -> fixture.write(batch -> batch.expire(key, Expiry.after(Duration.ofHours(1)))));
        }
    }

    @Test
    void aMarkThatIsNotListedIsAdded() {
        Key list = list(counter);
        Key mark = mark(counter);
        Bytes user = Bytes.of(mark.name().substring(mark.name().lastIndexOf(':') + 1));
        fixture.write(batch -> batch.hashRemove(list, user));
        assertFound(Damage.MARK_NOT_LISTED, true);
        assertRepaired(Damage.MARK_NOT_LISTED);
        assertThat(fixture.store.fields(list)).hasSize(6).containsKey(user);
    }

    @Test
    void aMarkOfAnotherTypeIsDeleted() {
        Key mark = mark(board);
        fixture.write(batch -> batch.delete(mark));
        SortedMap<String, String> rest = fixture.dump();
        fixture.write(batch -> batch.setAdd(mark, Bytes.of("x")).expire(mark, Expiry.after(Duration.ofMinutes(1))));
        assertFound(Damage.WRONG_TYPE, true);
        assertRepaired(Damage.WRONG_TYPE);
        assertThat(fixture.dump()).isEqualTo(rest);
    }

    @Test
    void contentOfAnotherTypeIsLeftForAnOperator() {
        Key scores = NostalgicKeys.RANKING_SCORES.key(ranking.id());
        assertLeft(Damage.WRONG_TYPE, () -> {
            fixture.write(batch -> batch.delete(scores));
            fixture.put(scores, "broken");
        });
    }

    @Test
    void whatADeletedServiceLeftBehindIsDeleted() {
        String id = fixture.label + "-01234567";
        assertUndone(Damage.LEFTOVER, () -> {
            Key list = Kind.COUNTER.keys().lists().key(id, "0");
            fixture.write(batch -> batch.put(
                            Kind.COUNTER.mark().key(id, "0123456789abcdef"), "1", Expiry.after(Duration.ofHours(1)))
                    .hashPut(list, Bytes.of("0123456789abcdef"), Bytes.of(1))
                    .expire(list, Expiry.after(Duration.ofHours(1))));
            fixture.put(NostalgicKeys.COUNTER_TOTAL.key(id), "7");
            fixture.put(NostalgicKeys.RANKING_META.key(id), "{}");
            fixture.put(Kind.LIKE.keys().ownerToken().key(id), "hash");
        });
    }

    @Test
    void aKeyThatNobodyDeclaredIsNotedAndNeverTouched() {
        Finding finding = assertLeft(
                Damage.UNDECLARED_KEY, () -> fixture.put(Key.of("counter:", counter.id(), ":secret-note"), "x"));
        assertThat(finding.damage().isNote()).isTrue();
        assertThat(finding.key()).doesNotContain("secret-note");
        fixture.clear();
        assertThat(fixture.store.get(Key.of("counter:", counter.id(), ":secret-note")))
                .isPresent();
    }
}
