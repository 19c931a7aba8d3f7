package dev.yorozu.server.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.Directory;
import dev.yorozu.account.DirectoryException;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.directory.checksum.ChecksummedPath;
import dev.yorozu.server.http.health.Health;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Rounds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of accounts whose bytes changed on disk is found out, and answers nothing. */
class DamagedDirectoryTest {
    private final HeldClock clock = HeldClock.start();

    @TempDir
    @SuppressWarnings("NullAway.Init") // Set by JUnit.
    private Path temporary;

    private Directory open(Path data) {
        return Directories.open(Directories.embedded(data), clock);
    }

    private static Path file(Path data) {
        return data.resolve("directory/accounts.mv.db");
    }

    private static List<Account> fill(Directory directory, int count) {
        List<Account> accounts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            AccountCreation creation = directory.create(DirectoryContract.draft(DirectoryContract.fresh()));
            accounts.add(((AccountCreation.Created) creation).account());
        }
        return accounts;
    }

    /** A data directory as a kill leaves it, or as it is at rest. */
    private Path copy(Path data, String name) throws IOException {
        Path to = Files.createDirectories(temporary.resolve(name).resolve("directory"));
        for (Path each : List.of(file(data), ChecksummedPath.sums(file(data)))) {
            Files.copy(each, to.resolve(each.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
        }
        return temporary.resolve(name);
    }

    private static void flip(Path file, long offset) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, offset);
            one.put(0, (byte) (one.get(0) ^ 1)).rewind();
            channel.write(one, offset);
        }
    }

    private static long find(Path file, String text) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).lastIndexOf(text);
    }

    private void assertRefused(Path data) {
        assertThatThrownBy(() -> open(data))
                .isInstanceOf(StartException.class)
                .hasMessageStartingWith("The file of accounts " + file(data) + " is damaged at byte ")
                .hasMessageEndingWith("by deleting " + ChecksummedPath.sums(file(data)) + ".")
                .hasNoCause();
    }

    @Test
    void noFlippedByteOfAFileAtRestIsOverlooked() throws IOException {
        Path whole = temporary.resolve("whole");
        try (Directory directory = open(whole)) {
            fill(directory, 10);
        }
        Random random = new Random(Rounds.seed());
        long length = Files.size(file(whole));
        for (int i = 0; i < Rounds.of(6, 1000); i++) {
            Path damaged = copy(whole, "copy-" + i);
            flip(file(damaged), random.nextLong(length));
            assertRefused(damaged);
        }
    }

    /** The database would take a letter for another, and an older state for the newest. */
    @Test
    void aChangedLetterOfAnAddressIsFoundAfterAKillToo() throws IOException {
        Path living = temporary.resolve("living");
        try (Directory directory = open(living)) {
            Account account = fill(directory, 5).getLast();
            Path killed = copy(living, "killed");
            try (Directory sound = open(killed)) {
                assertThat(sound.findByIdentifier(account.email())).contains(account);
            }
            Path damaged = copy(living, "damaged");
            flip(file(damaged), find(file(damaged), account.email()));
            assertRefused(damaged);
        }
    }

    @Test
    void anOlderFileInPlaceOfTheNewestIsFound() throws IOException {
        Path data = temporary.resolve("data");
        try (Directory directory = open(data)) {
            fill(directory, 5);
        }
        Path old = Files.copy(file(data), temporary.resolve("old"), StandardCopyOption.COPY_ATTRIBUTES);
        try (Directory directory = open(data)) {
            fill(directory, 5);
        }
        Files.copy(old, file(data), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        assertRefused(data);
        // The operator's word: take it as it is.
        Files.delete(ChecksummedPath.sums(file(data)));
        open(data).close();
    }

    @Test
    void damageThatComesWhileTheServerRunsIsSaidAndNotServed() throws IOException {
        Path data = temporary.resolve("data");
        Account account;
        try (Directory directory = open(data)) {
            account = fill(directory, 60).getFirst();
        }
        try (Directory directory = open(data)) {
            Health health = DirectoryHealth.of(directory, Directories.embedded(data), clock);
            assertThat(health.state()).isEqualTo(Health.State.OK);
            long place = find(file(data), account.email());
            for (long offset = place % 4096; offset < Files.size(file(data)); offset += 4096) {
                flip(file(data), offset);
            }
            // The first call may still be answered from memory; sooner or later one meets the disk.
            assertThatThrownBy(() -> {
                        for (long id = 1; id <= 60; id++) {
                            directory.find(id);
                        }
                    })
                    .isInstanceOf(DirectoryException.Damaged.class)
                    .hasMessageContaining("is damaged at byte ");
            assertThatThrownBy(() -> directory.find(account.id())).isInstanceOf(DirectoryException.Damaged.class);
            clock.advance(Duration.ofSeconds(1));
            assertThat(health.state()).isEqualTo(Health.State.DAMAGED);
        }
    }
}
