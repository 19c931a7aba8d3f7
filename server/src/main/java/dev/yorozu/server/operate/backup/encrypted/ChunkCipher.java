package dev.yorozu.server.operate.backup.encrypted;

import dev.yorozu.server.operate.backup.format.DamagedBackup;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals the chunks of one file, each with AES-256-GCM.
 *
 * <p>The nonce of a chunk is its number, and whether it is the last: so a chunk opens only in its own place, and a file
 * that was cut short, or to which something was added, has no last chunk that opens (this is the STREAM construction of
 * Hoang, Reyhanitabar, Rogaway and Vizár). A key is used for one file only, because the salt that it is made with is
 * drawn anew; the header goes into every chunk as authenticated data. Used by one thread.
 */
final class ChunkCipher {
    /** How many bytes a chunk holds; only the last may hold fewer. */
    static final int CHUNK = 64 * 1024;

    static final int TAG = 16;

    private final SecretKeySpec key;
    private final byte[] header;
    private final Cipher cipher;
    private long number;

    ChunkCipher(byte[] key, byte[] header) {
        this.key = new SecretKeySpec(key, "AES");
        this.header = header.clone();
        try {
            this.cipher = Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every Java has AES-GCM", impossible);
        }
    }

    byte[] seal(byte[] plain, int length, boolean last) {
        return run(Cipher.ENCRYPT_MODE, plain, length, last);
    }

    /** Throws {@link DamagedBackup} for what is not the next chunk. */
    byte[] open(byte[] sealed, int length, boolean last) {
        return run(Cipher.DECRYPT_MODE, sealed, length, last);
    }

    private byte[] run(int mode, byte[] bytes, int length, boolean last) {
        byte[] nonce = ByteBuffer.allocate(12)
                .putLong(3, number++)
                .put(11, (byte) (last ? 1 : 0))
                .array();
        try {
            cipher.init(mode, key, new GCMParameterSpec(8 * TAG, nonce));
            cipher.updateAAD(header);
            return cipher.doFinal(bytes, 0, length);
        } catch (AEADBadTagException altered) {
            throw new DamagedBackup("The encrypted backup is damaged: it was cut short or altered", altered);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("AES-GCM takes every chunk", impossible);
        }
    }
}
