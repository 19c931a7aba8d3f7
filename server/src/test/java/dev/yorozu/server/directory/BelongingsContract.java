package dev.yorozu.server.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.account.Device;
import dev.yorozu.account.DeviceSighting;
import dev.yorozu.account.DeviceType;
import dev.yorozu.account.Directory;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.account.MaskedAddress;
import dev.yorozu.account.OperatingSystem;
import dev.yorozu.account.Profile;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every directory does with devices, past and profiles. */
abstract class BelongingsContract extends DirectoryContract {
    private static DeviceSighting sighting(String name) {
        return new DeviceSighting(
                DeviceType.BROWSER,
                OperatingSystem.LINUX,
                name,
                "Firefox",
                "1.0",
                "Asia/Tokyo",
                "Kyoto",
                MaskedAddress.of("192.0.2.77"));
    }

    @Test
    void aDeviceIsNewOnceAndKeepsItsPublicId() {
        Account account = create(fresh());
        Device.Seen first = directory().remember(account.id(), sighting("desk")).orElseThrow();
        clock.advance(Duration.ofMinutes(5));
        DeviceSighting silent = new DeviceSighting(
                DeviceType.BROWSER,
                OperatingSystem.LINUX,
                "desk",
                "Firefox",
                "",
                "",
                "",
                MaskedAddress.of("2001:db8::1"));
        Device.Seen again = directory().remember(account.id(), silent).orElseThrow();

        assertThat(first.isNew()).isTrue();
        assertThat(again.isNew()).isFalse();
        assertThat(first.device().lastAddress().text()).isEqualTo("192.0.2.0");
        assertThat(again.device())
                .returns(first.device().publicId(), Device::publicId)
                .returns(first.device().firstSeenAt(), Device::firstSeenAt)
                .returns(clock.instant(), Device::lastSeenAt)
                .returns("Kyoto", Device::lastLocation)
                .returns("Asia/Tokyo", Device::timezone)
                .returns("1.0", Device::appVersion)
                .returns("2001:db8::", device -> device.lastAddress().text());
    }

    @Test
    void aDeviceSeenByManyAtOnceIsOne() throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            Account account = create(fresh());
            List<Device.Seen> seen = Race.of(
                    THREADS,
                    i -> directory().remember(account.id(), sighting("desk")).orElseThrow());
            assertThat(seen).filteredOn(Device.Seen::isNew).hasSize(1);
            assertThat(seen.stream().map(each -> each.device().publicId()).distinct())
                    .hasSize(1);
            assertThat(directory().devices(account.id())).hasSize(1);
        }
    }

    @Test
    void devicesOfOtherKindsAndPeopleAreOthers() {
        Account account = create(fresh());
        Account other = create(fresh());
        Device desk = directory()
                .remember(account.id(), sighting("desk"))
                .orElseThrow()
                .device();
        clock.advance(Duration.ofSeconds(1));
        Device lap = directory()
                .remember(account.id(), sighting("lap"))
                .orElseThrow()
                .device();
        Device others =
                directory().remember(other.id(), sighting("desk")).orElseThrow().device();

        assertThat(directory().devices(account.id())).extracting(Device::id).containsExactly(lap.id(), desk.id());
        assertThat(directory().device(account.id(), desk.id())).hasValue(desk);
        assertThat(directory().device(account.id(), others.id())).isEmpty();
        assertThat(directory().forget(account.id(), others.id())).isFalse();
        assertThat(directory().forget(account.id(), desk.id())).isTrue();
        assertThat(directory().forget(account.id(), desk.id())).isFalse();
        assertThat(directory().devices(account.id())).containsExactly(lap);
        assertThat(directory().devices(other.id())).containsExactly(others);
    }

    @Test
    void aDeviceIsSeenAgainByItsPublicId() {
        Account account = create(fresh());
        Device desk = directory()
                .remember(account.id(), sighting("desk"))
                .orElseThrow()
                .device();
        clock.advance(Duration.ofHours(1));
        assertThat(directory().seen(account.id(), desk.publicId(), sighting("renamed")))
                .isTrue();
        assertThat(directory().device(account.id(), desk.id()).orElseThrow())
                .returns(clock.instant(), Device::lastSeenAt)
                .returns("desk", Device::name);
        assertThat(directory().seen(account.id(), UUID.randomUUID(), sighting("desk")))
                .isFalse();
    }

    @Test
    void theDeviceUnseenForLongestGivesWay() {
        Account account = create(fresh());
        for (int i = 0; i < Directory.MOST_DEVICES + 3; i++) {
            clock.advance(Duration.ofSeconds(1));
            directory().remember(account.id(), sighting("device " + i));
        }
        assertThat(directory().devices(account.id()))
                .hasSize(Directory.MOST_DEVICES)
                .extracting(Device::name)
                .doesNotContain("device 0", "device 1", "device 2")
                .startsWith("device " + (Directory.MOST_DEVICES + 2));
    }

    @Test
    void thePastIsKeptNewestFirstAndBounded() throws Exception {
        Account account = create(fresh());
        Race.of(4, thread -> {
            IntStream.range(0, Directory.MOST_EVENTS / 2)
                    .forEach(i -> directory().record(account.id(), event(HistoryEvent.Type.SIGNED_IN)));
            return true;
        });
        directory().record(account.id(), event(HistoryEvent.Type.PASSWORD_CHANGED));
        assertThat(directory().history(account.id(), 1000))
                .hasSize(Directory.MOST_EVENTS)
                .first()
                .isEqualTo(event(HistoryEvent.Type.PASSWORD_CHANGED));
        assertThat(directory().history(account.id(), 2)).hasSize(2);
    }

    private HistoryEvent event(HistoryEvent.Type occasion) {
        return new HistoryEvent(occasion, clock.instant(), MaskedAddress.of("203.0.113.9"), "device");
    }

    @Test
    void nothingIsKeptOfWhoHasNoAccount() {
        Account account = create(fresh());
        directory().remember(account.id(), sighting("desk"));
        directory().createProfile(account.uuid(), new Profile.Draft("A", "B", "", ""));
        directory().record(account.id(), event(HistoryEvent.Type.CREATED));
        directory().delete(account.id());

        assertThat(directory().remember(account.id(), sighting("desk"))).isEmpty();
        directory().record(account.id(), event(HistoryEvent.Type.SIGNED_IN));
        assertThat(directory().history(account.id(), 10)).isEmpty();
        assertThat(directory().devices(account.id())).isEmpty();
        assertThat(directory().profile(account.uuid())).isEmpty();
        assertThat(directory().createProfile(account.uuid(), new Profile.Draft("A", "B", "", "")))
                .isEmpty();
    }

    @Test
    void aProfileIsMadeOnceThenChanged() throws Exception {
        Account account = create(fresh());
        Account other = create(fresh());
        Profile.Draft draft = new Profile.Draft("花子", "山田", "+81 3 0000 0000", "Kyoto");
        assertThat(directory().changeProfile(account.uuid(), none -> draft)).isEmpty();
        assertThat(Race.of(
                        8, i -> directory().createProfile(account.uuid(), draft).isPresent()))
                .containsOnlyOnce(true);
        Profile made = new Profile(account.uuid(), "花子", "山田", account.email(), "+81 3 0000 0000", "Kyoto", 1);
        assertThat(directory().profile(account.uuid())).hasValue(made);
        assertThat(directory().changeProfile(account.uuid(), old -> new Profile.Draft("花", "", "", "")))
                .hasValue(new Profile(account.uuid(), "花", "", account.email(), "", "", 2));
        directory().createProfile(other.uuid(), draft);
        assertThat(directory().profiles(Set.of(account.uuid(), other.uuid(), UUID.randomUUID())))
                .extracting(Profile::user)
                .containsExactlyInAnyOrder(account.uuid(), other.uuid());
    }

    @Test
    void ofChangesAtTheSameTimeNoneIsLost() throws Exception {
        Account account = create(fresh());
        directory().createProfile(account.uuid(), new Profile.Draft("", "", "", ""));
        Race.of(
                8,
                i -> directory()
                        .changeProfile(
                                account.uuid(),
                                old -> new Profile.Draft(old.firstName() + i, old.lastName(), old.phone(), "")));
        Profile profile = directory().profile(account.uuid()).orElseThrow();
        assertThat(profile.firstName()).hasSize(8);
        assertThat(profile.version()).isEqualTo(9);
    }
}
