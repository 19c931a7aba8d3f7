package dev.yorozu.conformance.integrity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.integrity.Damage;
import dev.yorozu.nostalgic.integrity.Finding;
import dev.yorozu.nostalgic.integrity.Integrity;
import dev.yorozu.nostalgic.integrity.Point;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Write;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Mappings, the index, owners' tokens and records. */
@OnEveryStore(costly = true)
final class PlacesTest extends IntegritySuite {
    @Test
    void aMappingWithoutAServiceIsDeleted() {
        Key orphan = IntegrityFixture.mapping(Kind.COUNTER, fixture.url("gone").text());
        assertUndone(Damage.MAPPING_WITHOUT_SERVICE, () -> fixture.put(orphan, fixture.label + "-01234567"));
    }

    @Test
    void aMappingToWhatIsNoNameIsDeleted() {
        Key orphan = IntegrityFixture.mapping(Kind.LIKE, fixture.url("gone").text());
        assertUndone(Damage.MAPPING_WITHOUT_SERVICE, () -> fixture.put(orphan, "Not a name: \u0000 {}"));
    }

    @Test
    void aMappingToTheServiceOfAnotherAddressIsDeleted() {
        Key astray = IntegrityFixture.mapping(Kind.COUNTER, fixture.url("other").text());
        assertUndone(Damage.MAPPING_ASTRAY, () -> fixture.put(astray, counter.id()));
    }

    @Test
    void aServiceWithoutAMappingIsMapped() {
        assertUndone(
                Damage.SERVICE_WITHOUT_MAPPING,
                () -> fixture.write(batch -> batch.delete(IntegrityFixture.mapping(counter))));
    }

    @Test
    void aServiceWhoseAddressLeadsToNothingGetsItBack() {
        SortedMap<String, String> before = fixture.dump();
        fixture.put(IntegrityFixture.mapping(board), fixture.label + "-01234567");
        assertThat(damages(fixture.check().findings()))
                .containsExactlyInAnyOrder(Damage.MAPPING_WITHOUT_SERVICE, Damage.SERVICE_WITHOUT_MAPPING);
        fixture.fix();
        assertThat(fixture.check().findings()).isEmpty();
        assertThat(fixture.dump()).isEqualTo(before);
    }

    @Test
    void aMappingOfAnotherTypeIsMadeAnew() {
        SortedMap<String, String> before = fixture.dump();
        fixture.write(batch -> batch.delete(IntegrityFixture.mapping(ranking)));
        fixture.write(batch -> batch.setAdd(IntegrityFixture.mapping(ranking), Bytes.of("x")));
        Finding finding = assertFound(Damage.WRONG_TYPE, true);
        assertThat(finding.point()).isEqualTo(Point.MAPPING);
        fixture.fix();
        assertThat(fixture.check().findings()).isEmpty();
        assertThat(fixture.dump()).isEqualTo(before);
    }

    @Test
    void ofTwoServicesWithOneAddressNoneIsTakenAway() {
        String id = fixture.label + "-01234567";
        Document twin = counter.record().with("id", id);
        Key record = Kind.COUNTER.keys().service().key(id);
        assertLeft(Damage.ADDRESS_TAKEN, () -> {
            String owner = fixture.store
                    .get(IntegrityFixture.owner(counter))
                    .orElseThrow()
                    .text();
            fixture.put(record, twin.with("totalCount", 0).bytes().text());
            fixture.put(Kind.COUNTER.keys().ownerToken().key(id), owner);
            fixture.put(NostalgicKeys.COUNTER_TOTAL.key(id), "0");
            fixture.write(batch -> batch.rankAdd(Kind.COUNTER.keys().index().key(), Bytes.of(id), 1));
        });
    }

    @Test
    void anIndexEntryWithoutAServiceIsRemoved() {
        Key index = Kind.BOARD.keys().index().key();
        assertUndone(
                Damage.INDEX_WITHOUT_SERVICE,
                () -> fixture.write(batch -> batch.rankAdd(index, Bytes.of(fixture.label + "-01234567"), 5)));
    }

    @Test
    void aServiceThatIsNotInTheIndexIsAdded() {
        Key index = Kind.LIKE.keys().index().key();
        assertUndone(
                Damage.SERVICE_NOT_INDEXED, () -> fixture.write(batch -> batch.rankRemove(index, Bytes.of(like.id()))));
    }

    @Test
    void anIndexOfAnotherTypeIsFilledAnew() {
        SortedMap<String, String> before = fixture.dump();
        Key index = Kind.RANKING.keys().index().key();
        fixture.put(index, "broken");
        Report report = fixture.integrity.fix(new Integrity.Scope.All(), done -> {});
        assertThat(report.repaired())
                .anyMatch(finding -> finding.damage() == Damage.WRONG_TYPE && finding.point() == Point.INDEX);
        assertThat(fixture.dump()).isEqualTo(before);
    }

    @Test
    void aMissingOwnerIsRestoredFromTheRecord() {
        assertUndone(Damage.OWNER_MISSING, () -> fixture.write(batch -> batch.delete(IntegrityFixture.owner(counter))));
    }

    @Test
    void anOwnerOfAnotherTypeIsRestoredFromTheRecord() {
        assertUndone(Damage.WRONG_TYPE, () -> {
            fixture.write(batch -> batch.delete(IntegrityFixture.owner(board)));
            fixture.write(batch -> batch.setAdd(IntegrityFixture.owner(board), Bytes.of("x")));
        });
    }

    @Test
    void anOwnerThatNobodyRemembersIsReported() {
        Finding finding = assertLeft(Damage.OWNER_MISSING, () -> {
            fixture.write(batch -> batch.delete(IntegrityFixture.owner(like)));
            fixture.write(batch -> batch.amend(
                    IntegrityFixture.record(like),
                    new Write.Amend.Change(List.of("owner"), new Write.Amend.Literal(Bytes.of("null")))));
        });
        assertThat(finding.repair()).contains("backup");
    }

    @Test
    void theRecordRepeatsTheOwnerThatCounts() {
        assertUndone(
                Damage.OWNER_DIFFERS,
                () -> fixture.write(
                        batch -> batch.amend(IntegrityFixture.record(ranking), Fields.text("owner", "other"))));
    }

    @Test
    void anUnreadableRecordIsLeftForAnOperatorAndClearedWhole() {
        Service other = fixture.counter("b");
        assertLeft(Damage.RECORD_UNREADABLE, () -> fixture.put(IntegrityFixture.record(other), "{\"half\":"));
        Report cleared = fixture.clear();
        assertThat(damages(cleared.repaired())).contains(Damage.RECORD_UNREADABLE);
        assertThat(fixture.check().findings()).isEmpty();
        assertThat(fixture.dump().keySet()).noneMatch(key -> key.contains(other.id()));
        assertThat(fixture.dump())
                .doesNotContainKey(IntegrityFixture.mapping(other).name());
    }

    @Test
    void aRecordOfAnotherTypeIsLeftForAnOperator() {
        assertLeft(Damage.WRONG_TYPE, () -> {
            fixture.write(batch -> batch.delete(IntegrityFixture.record(counter)));
            fixture.write(batch -> batch.setAdd(IntegrityFixture.record(counter), Bytes.of("x")));
        });
    }

    @Test
    void aLostRecordIsLeftForAnOperatorWithAllThatIsLeftOfTheService() {
        fixture.write(batch -> batch.delete(IntegrityFixture.record(board)));
        SortedMap<String, String> broken = fixture.dump();
        Report report = fixture.fix();
        assertThat(damages(report.findings()))
                .contains(Damage.RECORD_LOST, Damage.INDEX_WITHOUT_SERVICE, Damage.MAPPING_WITHOUT_SERVICE);
        assertThat(report.findings()).noneMatch(Finding::repairable);
        assertThat(fixture.dump()).isEqualTo(broken);
        fixture.clear();
        assertThat(fixture.check().findings()).isEmpty();
        assertThat(fixture.dump().keySet()).noneMatch(key -> key.startsWith("bbs") || key.startsWith("url:bbs"));
    }

    @Test
    void oneServiceCanBeLookedAtAlone() {
        fixture.write(batch -> batch.delete(IntegrityFixture.mapping(like)));
        fixture.write(batch -> batch.delete(IntegrityFixture.owner(counter)));
        Integrity.Scope one = new Integrity.Scope.One(Kind.COUNTER, counter.id());
        assertThat(damages(fixture.integrity.check(one, done -> {}).findings())).containsExactly(Damage.OWNER_MISSING);
        assertThat(damages(fixture.integrity.fix(one, done -> {}).repaired())).containsExactly(Damage.OWNER_MISSING);
        assertThat(damages(fixture.check().findings())).containsExactly(Damage.SERVICE_WITHOUT_MAPPING);
    }
}
