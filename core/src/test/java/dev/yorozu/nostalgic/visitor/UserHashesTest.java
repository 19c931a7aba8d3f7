package dev.yorozu.nostalgic.visitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UserHashesTest {
    private static final LocalDate DATE = LocalDate.of(2026, 11, 16);
    private final UserHashes hashes = new UserHashes(new byte[16]);

    @Test
    void aNameIsSixteenHexadecimalDigitsAndAlwaysTheSame() {
        Visitor visitor = new Visitor("192.0.2.1", "Browser");
        assertThat(hashes.of(visitor)).matches("[0-9a-f]{16}").isEqualTo(hashes.of(visitor));
        assertThat(hashes.on(visitor, DATE)).matches("[0-9a-f]{16}").isEqualTo(hashes.on(visitor, DATE));
        assertThat(visitor).hasToString("Visitor");
    }

    /** SHA-256 of the secret's digits and the parts, a zero between any two; stores are full of such names. */
    @Test
    void namesAreThoseOfEarlierVersions() {
        Visitor visitor = new Visitor("192.0.2.1", "Browser");
        assertThat(hashes.of(visitor)).isEqualTo("503faefdc949dae4");
        assertThat(hashes.on(new Visitor("192.0.2.1", "Browser é"), DATE)).isEqualTo("fa6bc2c7532dff8a");
        assertThat(hashes.address(visitor)).isEqualTo("ea58d711885a9a1b");
        assertThat(hashes.addressOn(visitor, DATE)).isEqualTo("afe1668a9f109793");
    }

    @Test
    void everyPartMakesAnotherName() {
        byte[] secret = new byte[16];
        Arrays.fill(secret, (byte) 1);
        Visitor visitor = new Visitor("192.0.2.1", "Browser");
        Set<String> names = new HashSet<>();
        assertThat(names.add(hashes.of(visitor))).isTrue();
        assertThat(names.add(hashes.on(visitor, DATE))).isTrue();
        assertThat(names.add(hashes.on(visitor, DATE.plusDays(1)))).isTrue();
        assertThat(names.add(hashes.of(new Visitor("192.0.2.2", "Browser")))).isTrue();
        assertThat(names.add(hashes.of(new Visitor("192.0.2.1", "Browser 2")))).isTrue();
        assertThat(names.add(hashes.of(new Visitor("192.0.2.1", "")))).isTrue();
        assertThat(names.add(new UserHashes(secret).of(visitor))).isTrue();
    }

    @Test
    void anAddressIsTheSameWhateverTheBrowserIsCalled() {
        Visitor one = new Visitor("192.0.2.1", "Browser");
        Visitor other = new Visitor("192.0.2.1", "address");
        assertThat(hashes.address(one)).matches("[0-9a-f]{16}").isEqualTo(hashes.address(other));
        assertThat(hashes.addressOn(one, DATE)).isEqualTo(hashes.addressOn(other, DATE));
        assertThat(Set.of(
                        hashes.address(one),
                        hashes.address(new Visitor("192.0.2.2", "Browser")),
                        hashes.addressOn(one, DATE),
                        hashes.addressOn(one, DATE.plusDays(1)),
                        hashes.of(other),
                        hashes.on(other, DATE)))
                .hasSize(6);
    }

    @Test
    void partsCannotBeShiftedIntoEachOther() {
        assertThat(hashes.of(new Visitor("192.0.2.1", "2")))
                .isNotEqualTo(hashes.of(new Visitor("192.0.2.12", "")))
                .isNotEqualTo(hashes.of(new Visitor("192.0.2.1", "2\0x")));
        assertThat(hashes.of(new Visitor("a", "b\0" + DATE))).isNotEqualTo(hashes.on(new Visitor("a", "b"), DATE));
        assertThat(hashes.of(new Visitor("a\0b", ""))).isNotEqualTo(hashes.of(new Visitor("a", "b")));
    }

    @Test
    void aShortSecretIsRefused() {
        assertThatThrownBy(() -> new UserHashes(new byte[15])).isInstanceOf(IllegalArgumentException.class);
    }
}
