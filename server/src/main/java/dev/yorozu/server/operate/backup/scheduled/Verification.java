package dev.yorozu.server.operate.backup.scheduled;

import dev.yorozu.server.operate.backup.encrypted.PassphraseEnvelope;
import dev.yorozu.server.operate.backup.format.BackupFile;
import dev.yorozu.server.operate.backup.format.DamagedBackup;
import dev.yorozu.server.operate.backup.format.Envelope;
import dev.yorozu.server.operate.backup.format.Summary;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Reads a backup as a whole: out of its envelope, every line, the order, the numbers and the checksum, as a restore does before
 * it changes anything.
 *
 * @param sha256 of the file as it lies there
 */
record Verification(Summary summary, String sha256) {
    /** So many tell whether a file is a backup. */
    static final int MAGIC_BYTES = 512;

    /** Throws {@link DamagedBackup} for what is not the whole of a backup; the stream stays the caller's. */
    static Verification of(InputStream file, Envelope envelope) throws IOException {
        DigestInputStream digested = new DigestInputStream(file, digest());
        Summary summary = BackupFile.check(envelope.open(digested), BackupFile.ANY);
        digested.transferTo(OutputStream.nullOutputStream());
        return new Verification(
                summary, HexFormat.of().formatHex(digested.getMessageDigest().digest()));
    }

    /** Whether a file begins as a backup does, in an envelope or not; the stream stays the caller's. */
    static boolean isBackup(InputStream file) throws IOException {
        BufferedInputStream begin = new BufferedInputStream(file, MAGIC_BYTES);
        begin.mark(MAGIC_BYTES);
        if (PassphraseEnvelope.isEncrypted(begin)) {
            return true;
        }
        begin.reset();
        return BackupFile.begins(begin);
    }

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has SHA-256", impossible);
        }
    }
}
