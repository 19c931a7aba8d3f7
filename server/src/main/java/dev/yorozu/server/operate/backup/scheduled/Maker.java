package dev.yorozu.server.operate.backup.scheduled;

import dev.yorozu.server.operate.backup.BackupOptions;
import dev.yorozu.server.operate.backup.Backups;
import dev.yorozu.server.operate.backup.encrypted.PassphraseEnvelope;
import dev.yorozu.server.operate.backup.format.DamagedBackup;
import dev.yorozu.server.operate.backup.format.Envelope;
import dev.yorozu.server.operate.transport.Progress;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.logging.Logger;

/**
 * Makes one backup at a place, in this order:
 *
 * <ol>
 *   <li>It is written; until it is kept, the place shows none of it.
 *   <li>It is read back from the place as a whole, decrypted and checked, and its digest compared with what was written.
 *   <li>It gets its name.
 *   <li>Older ones are removed, each only once it is seen to be a backup.
 * </ol>
 *
 * <p>A crash before the third step leaves what is no backup and is cleared away by the next; one after it leaves more backups than
 * are to be kept. The number decides which are removed, never an age: a clock that is wrong removes no good backup. Used by one
 * thread at a time.
 *
 * @param stopping whether to give up: what is written next is refused
 */
record Maker(
        Backups backups,
        BackupPlace place,
        Optional<String> passphrase,
        InstantSource clock,
        BooleanSupplier stopping) {
    private static final Logger LOGGER = Logger.getLogger(Maker.class.getName());

    Envelope envelope() {
        return passphrase
                .<Envelope>map(text -> new PassphraseEnvelope(text, new SecureRandom()))
                .orElse(Envelope.NONE);
    }

    Made make(String name, Progress progress) throws IOException {
        Instant begun = clock.instant();
        long from = System.nanoTime();
        Envelope envelope = envelope();
        try (BackupPlace.Draft draft = place.begin(name)) {
            Counted out = new Counted(draft.out());
            DigestOutputStream digested = new DigestOutputStream(out, Verification.digest());
            try (OutputStream sealed = envelope.seal(digested)) {
                backups.write(sealed, BackupOptions.STANDARD, progress);
            }
            draft.finish();
            Verification verification;
            try (InputStream written = draft.readBack()) {
                verification = Verification.of(written, envelope);
            }
            String sha256 = HexFormat.of().formatHex(digested.getMessageDigest().digest());
            if (!sha256.equals(verification.sha256())) {
                throw new DamagedBackup("The backup is not what was written when it is read back");
            }
            draft.keep();
            Duration took = Duration.ofNanos(System.nanoTime() - from);
            return new Made(
                    name,
                    place.identity(),
                    begun,
                    out.bytes,
                    verification.summary().keys(),
                    took,
                    sha256,
                    clock.instant());
        }
    }

    /** Removes all but so many of the newest. What comes from the future, and what is no backup, is left and not counted. */
    void thin(Made made, int keep) throws IOException {
        Instant latest = clock.instant().plus(BackupPlan.SKEW);
        List<Stored> named =
                place.list().stream().filter(each -> !each.at().isAfter(latest)).toList();
        int counted = 0;
        for (Stored each : named.size() > keep ? named : List.<Stored>of()) {
            if (each.name().equals(made.name())) {
                counted++;
            } else if (isBackup(each) && ++counted > keep) {
                place.remove(each.name());
            }
        }
    }

    private boolean isBackup(Stored stored) throws IOException {
        if (stored.bytes() > 0) {
            try (InputStream in = place.beginning(stored.name())) {
                if (Verification.isBackup(in)) {
                    return true;
                }
            }
        }
        LOGGER.warning(() -> stored.name() + " is named as a backup and is none: it is left where it lies");
        return false;
    }

    /** Throws {@link DamagedBackup} where this one is not sound any more. */
    void verify(Made made) throws IOException {
        try (InputStream in = place.read(made.name())) {
            Verification found = Verification.of(in, envelope());
            if (!made.sha256().isEmpty() && !found.sha256().equals(made.sha256())) {
                throw new DamagedBackup("The backup is another than was written");
            }
        }
    }

    private final class Counted extends FilterOutputStream {
        private long bytes;

        Counted(OutputStream target) {
            super(target);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            if (stopping.getAsBoolean()) {
                throw new InterruptedIOException("the server is stopping");
            }
            out.write(source, offset, length);
            bytes += length;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }
    }
}
