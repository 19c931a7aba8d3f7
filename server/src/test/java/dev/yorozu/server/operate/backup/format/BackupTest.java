package dev.yorozu.server.operate.backup.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.server.files.OwnerOnly;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupTest {
    private final HeldClock clock = HeldClock.start();

    @TempDir
    Path directory;

    @Test
    void everyTypeAndLifeComesBack() {
        Store source = store();
        SampleStore.fill(source, 100_000);
        Store target = store();

        List<Long> restored = restore(target, backup(source));

        assertThat(restored).containsExactly(10L, 0L);
        assertThat(SampleStore.contents(target)).isEqualTo(SampleStore.contents(source));
    }

    @Test
    void compressedComesBackToo() throws IOException {
        Store source = store();
        SampleStore.fill(source, 500);
        Store target = store();

        restore(target, gzip(backup(source)));

        assertThat(SampleStore.contents(target)).isEqualTo(SampleStore.contents(source));
    }

    @Test
    void livesAreInstantsAndWhatEndedMeanwhileIsLeftOut() {
        Store source = store();
        put(source, "short", Expiry.after(Duration.ofMinutes(5)));
        put(source, "long", Expiry.after(Duration.ofHours(2)));
        byte[] backup = backup(source);
        clock.advance(Duration.ofHours(1));
        Store target = store();

        assertThat(restore(target, backup)).containsExactly(1L, 1L);
        assertThat(SampleStore.contents(target)).isEqualTo(SampleStore.contents(source));
    }

    @Test
    void elementsOfAnEndedKeyStayAway() {
        Store source = store();
        SampleStore.fill(source, 1_000);
        source.commit(Batch.builder()
                .expire(Key.of("ranking"), Expiry.after(Duration.ofSeconds(1)))
                .build());
        byte[] backup = backup(source);
        clock.advance(Duration.ofSeconds(1));
        Store target = store();

        assertThat(restore(target, backup)).containsExactly(9L, 1L);
        assertThat(target.type(Key.of("ranking"))).isEmpty();
    }

    @Test
    void existingKeysAreReplacedWholeAndOthersStay() {
        Store source = store();
        SampleStore.fill(source, 300);
        Store target = store();
        target.commit(Batch.builder()
                .setAdd(Key.of("ranking"), Bytes.of("was a set"))
                .expire(Key.of("ranking"), Expiry.after(Duration.ofMinutes(1)))
                .build());
        target.commit(Batch.builder()
                .hashPut(Key.of("hash"), Bytes.of("old field"), Bytes.of("x"))
                .build());
        put(target, "other", Expiry.never());

        restore(target, backup(source));

        var expected = SampleStore.contents(source);
        var other = SampleStore.contents(target).get("other");
        assertThat(other).isNotNull();
        expected.put("other", other);
        assertThat(SampleStore.contents(target)).isEqualTo(expected);
    }

    @Test
    void smallBatchLimitsAreKept() {
        Store source = store();
        SampleStore.fill(source, 1_000);
        Limits small = new Limits(1024, 1024 * 1024, 8, 1024);
        Store target = new MemoryStore(clock, small, StoreObserver.NONE);

        SampleStore.restore(target, backup(source), small, clock);

        assertThat(SampleStore.contents(target)).isEqualTo(SampleStore.contents(source));
    }

    @Test
    void valuesBeyondTheLimitsAreFoundBeforeRestoring() throws IOException {
        Store source = store();
        SampleStore.fill(source, 10);
        Path file = Files.write(directory.resolve("backup"), backup(source));

        assertThatThrownBy(() -> BackupFile.plain(file).check(new Limits(1024, 4096, 128, 1024)))
                .isInstanceOf(DamagedBackup.class)
                .hasMessage("The backup does not fit this store: it holds a value of more bytes than the limit allows");
        assertThatThrownBy(() -> BackupFile.plain(file).check(new Limits(1024, 800 * 1024, 128, 1024)))
                .isInstanceOf(DamagedBackup.class)
                .hasMessage("The backup does not fit this store: it holds a value of 1048576 bytes, and the limit is"
                        + " set to 819200");
    }

    @Test
    void aPartitionThatTheSourceKnewIsKept() {
        List<Key> placed = new ArrayList<>();
        Key key = Key.of("counter:", "example", ":total");
        byte[] backup = lines(new Line.Start(key, Optional.empty(), new Part.Text(Bytes.of(1))));

        Line read = new BackupReader(new ByteArrayInputStream(backup), Limits.DEFAULT)
                .next()
                .orElseThrow();
        try (Restore restore = new Restore(
                store(),
                recorded -> {
                    placed.add(recorded);
                    return recorded;
                },
                start -> true,
                Limits.DEFAULT,
                clock)) {
            restore.begin((Line.Start) read);
            restore.finish();
        }

        assertThat(placed).containsExactly(key);
    }

    @Test
    void ofAKeyThatAWalkShowedTwiceTheLaterStays() {
        byte[] backup = lines(
                new Line.Start(Key.of("twice"), Optional.empty(), new Part.Members(List.of(Bytes.of("old")))),
                new Line.More(new Part.Members(List.of(Bytes.of("older")))),
                new Line.Start(Key.of("twice"), Optional.empty(), new Part.Text(Bytes.of("new"))));
        for (int round = 0; round < 50; round++) {
            Store target = store();

            restore(target, backup);

            assertThat(target.get(Key.of("twice"))).contains(Bytes.of("new"));
        }
    }

    @Test
    void everyTruncationIsRefused() throws IOException {
        Store source = store();
        put(source, "a", Expiry.never());
        put(source, "b", Expiry.after(Duration.ofDays(1)));
        for (byte[] whole : List.of(backup(source), gzip(backup(source)))) {
            for (int length = 0; length < whole.length; length++) {
                Path file = Files.write(directory.resolve("cut"), Arrays.copyOf(whole, length));
                assertThatThrownBy(() -> BackupFile.plain(file).check(Limits.DEFAULT))
                        .isInstanceOf(DamagedBackup.class);
            }
        }
    }

    @Test
    void everyAlteredByteIsRefused() throws IOException {
        Store source = store();
        put(source, "a", Expiry.never());
        put(source, "b", Expiry.after(Duration.ofDays(1)));
        byte[] whole = backup(source);
        Random random = new Random(7);
        for (int at = 0; at < whole.length; at++) {
            byte[] altered = whole.clone();
            altered[at] ^= (byte) (1 + random.nextInt(255));
            Path file = Files.write(directory.resolve("altered"), altered);
            assertThatThrownBy(() -> BackupFile.plain(file).check(Limits.DEFAULT))
                    .as("byte %s", at)
                    .isInstanceOf(DamagedBackup.class);
        }
    }

    /** Some bits of a compressed file mean nothing, such as those that fill its last byte: they may change. */
    @Test
    void alteredCompressedBytesAreRefusedOrMeanNothing() throws IOException {
        Store source = store();
        for (int i = 0; i < 200; i++) {
            put(source, "key-" + i, Expiry.never());
        }
        byte[] plain = backup(source);
        byte[] whole = gzip(plain);
        Random random = new Random(11);
        int refused = 0;
        for (int round = 0; round < 100; round++) {
            byte[] altered = whole.clone();
            altered[random.nextInt(whole.length)] ^= (byte) (1 + random.nextInt(255));
            Path file = Files.write(directory.resolve("altered"), altered);
            try {
                BackupFile.plain(file).check(Limits.DEFAULT);
                assertThat(new GZIPInputStream(Files.newInputStream(file)).readAllBytes())
                        .isEqualTo(plain);
            } catch (DamagedBackup damaged) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(90);
    }

    @Test
    void aLineThatWasTakenOutIsMissed() throws IOException {
        Store source = store();
        put(source, "a", Expiry.never());
        put(source, "b", Expiry.never());
        List<String> lines =
                new ArrayList<>(List.of(new String(backup(source), StandardCharsets.UTF_8).split("(?<=\n)")));
        lines.remove(2);
        Path file = Files.writeString(directory.resolve("shorter"), String.join("", lines));

        assertThatThrownBy(() -> BackupFile.plain(file).check(Limits.DEFAULT))
                .hasMessage("The backup is damaged: its checksum does not fit its contents");
    }

    @Test
    void otherFilesAndNewerFormatsAreRefusedByName() throws IOException {
        Path text = Files.writeString(directory.resolve("text"), "hello\n");
        Path newer = Files.writeString(directory.resolve("newer"), "{\"yorozu-backup\":3}\n");

        assertThatThrownBy(() -> BackupFile.plain(text).check(Limits.DEFAULT))
                .hasMessage("The file is no backup: it does not begin like one");
        assertThatThrownBy(() -> BackupFile.plain(newer).check(Limits.DEFAULT))
                .hasMessageStartingWith("The backup has format 3, and this Yorozu reads format 1 to 2");
    }

    @Test
    void theFileIsOwnerOnlyAndWhole() throws IOException {
        Store source = store();
        SampleStore.fill(source, 10);
        Path file = directory.resolve("made");

        Summary summary = BackupFile.plain(file).write(out -> write(out, backup(source)));

        assertThat(summary.keys()).isEqualTo(10);
        assertThat(OwnerOnly.isOpenToOthers(file)).isFalse();
        try (var entries = Files.list(directory)) {
            assertThat(entries).containsExactly(file);
        }
    }

    @Test
    void aFailedBackupLeavesWhatWasThere() throws IOException {
        Path file = Files.writeString(directory.resolve("made"), "the one before");

        assertThatThrownBy(() -> BackupFile.plain(file).write(out -> {
                    throw new IllegalStateException("the store is gone");
                }))
                .isInstanceOf(IllegalStateException.class);

        assertThat(file).hasContent("the one before");
        try (var entries = Files.list(directory)) {
            assertThat(entries).containsExactly(file);
        }
    }

    private Store store() {
        return new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
    }

    private static void put(Store store, String name, Expiry expiry) {
        store.commit(
                Batch.builder().put(Key.of(name), "value of " + name, expiry).build());
    }

    private byte[] backup(Store store) {
        return SampleStore.backup(store, clock);
    }

    private byte[] lines(Line... lines) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BackupWriter writer = new BackupWriter(out, SampleStore.manifest(clock));
        List.of(lines).forEach(writer);
        writer.end();
        return out.toByteArray();
    }

    private static void write(OutputStream out, byte[] bytes) {
        try {
            out.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        GZIPOutputStream compressed = BackupFile.compressed(out);
        compressed.write(bytes);
        compressed.finish();
        return out.toByteArray();
    }

    private List<Long> restore(Store store, byte[] backup) {
        return SampleStore.restore(store, backup, Limits.DEFAULT, clock);
    }
}
