package dev.yorozu.server.operate.backup.encrypted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.server.access.password.Argon2Cost;
import dev.yorozu.server.operate.backup.format.DamagedBackup;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PassphraseEnvelopeTest {
    private static final Argon2Cost QUICK = new Argon2Cost(64, 1, 1);
    private static final int SEALED = ChunkCipher.CHUNK + ChunkCipher.TAG;

    private final PassphraseEnvelope envelope = envelope("correct horse battery");

    private static PassphraseEnvelope envelope(String passphrase) {
        return new PassphraseEnvelope(passphrase, QUICK, new SecureRandom());
    }

    @Test
    void whatIsSealedComesBackWhateverItsLength() throws IOException {
        for (int length : List.of(
                0,
                1,
                ChunkCipher.CHUNK - 1,
                ChunkCipher.CHUNK,
                ChunkCipher.CHUNK + 1,
                3 * ChunkCipher.CHUNK,
                200_000)) {
            byte[] plain = sample(length);

            byte[] sealed = seal(plain);

            assertThat(open(envelope("correct horse battery"), sealed)).isEqualTo(plain);
            assertThat(new String(sealed, StandardCharsets.ISO_8859_1)).startsWith("{\"yorozu-encrypted-backup\":1,");
        }
    }

    @Test
    void twoFilesOfTheSameContentHaveNothingInCommon() throws IOException {
        byte[] one = seal(sample(1000));
        byte[] other = seal(sample(1000));

        assertThat(chunks(one)).isNotEqualTo(chunks(other));
    }

    @Test
    void aWrongPassphraseIsToldFromDamage() throws IOException {
        byte[] sealed = seal(sample(100_000));

        assertThatThrownBy(() -> open(envelope("incorrect horse battery"), sealed))
                .isInstanceOf(DamagedBackup.class)
                .hasMessage("The passphrase does not open this backup");
    }

    @Test
    void everyTruncationIsFound() throws IOException {
        byte[] sealed = seal(sample(3 * ChunkCipher.CHUNK));
        int header = header(sealed);
        for (int length : List.of(
                header - 1,
                header,
                header + 1,
                header + 15,
                header + SEALED - 1,
                header + SEALED,
                header + SEALED + 1,
                header + 2 * SEALED,
                sealed.length - 1)) {
            assertDamaged(Arrays.copyOf(sealed, length));
        }
    }

    @Test
    void reorderedRepeatedRemovedAndAddedChunksAreFound() throws IOException {
        byte[] sealed = seal(sample(3 * ChunkCipher.CHUNK));
        assertDamaged(arranged(sealed, 1, 0, 2));
        assertDamaged(arranged(sealed, 0, 0, 1, 2));
        assertDamaged(arranged(sealed, 0, 2));
        assertDamaged(arranged(sealed, 0, 1, 2, 2));
        assertDamaged(arranged(sealed, 2));
        byte[] other = seal(sample(3 * ChunkCipher.CHUNK));
        byte[] mixed = sealed.clone();
        System.arraycopy(other, header(other) + SEALED, mixed, header(sealed) + SEALED, SEALED);
        assertDamaged(mixed);
    }

    @Test
    void everyAlteredByteIsFound() throws IOException {
        byte[] sealed = seal(sample(300));
        Random random = new Random(5);
        for (int at = 0; at < sealed.length; at++) {
            byte[] altered = sealed.clone();
            altered[at] ^= (byte) (1 + random.nextInt(255));
            int place = at;
            assertThatThrownBy(() -> {
                        byte[] read = open(envelope, altered);
                        // What no longer begins like an encrypted file is read as it is, and is no backup then.
                        assertThat(read).isEqualTo(altered);
                        throw new DamagedBackup("not encrypted");
                    })
                    .as("byte %s", place)
                    .isInstanceOf(DamagedBackup.class);
        }
    }

    @Test
    void aFileCannotAskForMoreMemoryThanThereIs() throws IOException {
        byte[] sealed = seal(sample(10));
        String text = new String(sealed, StandardCharsets.ISO_8859_1).replace("\"memory\":64", "\"memory\":1048576");

        assertDamaged(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private void assertDamaged(byte[] sealed) {
        assertThatThrownBy(() -> open(envelope, sealed))
                .isInstanceOf(DamagedBackup.class)
                .hasMessageStartingWith("The encrypted backup is damaged");
    }

    private static byte[] arranged(byte[] sealed, int... order) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int header = header(sealed);
        out.write(sealed, 0, header);
        for (int chunk : order) {
            int from = header + chunk * SEALED;
            out.write(sealed, from, Math.min(SEALED, sealed.length - from));
        }
        return out.toByteArray();
    }

    private static byte[] chunks(byte[] sealed) {
        return Arrays.copyOfRange(sealed, header(sealed), sealed.length);
    }

    private static int header(byte[] sealed) {
        return new String(sealed, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;
    }

    private static byte[] sample(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private byte[] seal(byte[] plain) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream sealed = envelope.seal(out)) {
            sealed.write(plain, 0, plain.length / 2);
            sealed.write(plain, plain.length / 2, plain.length - plain.length / 2);
        }
        return out.toByteArray();
    }

    private static byte[] open(PassphraseEnvelope envelope, byte[] sealed) throws IOException {
        try (InputStream in = envelope.open(new ByteArrayInputStream(sealed))) {
            return in.readAllBytes();
        }
    }
}
