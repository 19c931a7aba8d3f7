package dev.yorozu.secret;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** A key of AES-256-GCM without additional data: what it sealed cannot be read or changed without it. */
public final class SealingKey {
    public static final int KEY_BYTES = 32;
    public static final int IV_BYTES = 12;
    public static final int TAG_BYTES = 16;

    private static final String ALGORITHM = "AES/GCM/NoPadding";

    /** Ciphers that are not being used: to look one up takes several times as long as to open a short text. */
    private static final BlockingQueue<Cipher> IDLE = new ArrayBlockingQueue<>(16);

    private static final int KEPT_TEXTS = 16;

    private final SecretKey key;
    /** The newest text at each place, which the hash of its seal decides: one call has the same opened more than once. */
    private final AtomicReferenceArray<@Nullable Opened> opened = new AtomicReferenceArray<>(KEPT_TEXTS);

    private record Opened(String sealed, String text) {}

    private SealingKey(SecretKey key) {
        this.key = key;
    }

    /** A key of exactly 32 bytes. */
    public static SealingKey of(byte[] bytes) {
        if (bytes.length != KEY_BYTES) {
            throw new IllegalArgumentException("A sealing key has " + KEY_BYTES + " bytes, not " + bytes.length);
        }
        return new SealingKey(new SecretKeySpec(bytes, "AES"));
    }

    /**
     * The ciphertext with its tag behind it.
     *
     * @param iv 12 bytes that were never used with this key before
     */
    public byte[] seal(byte[] iv, byte[] plain) {
        try {
            // A new one each time, which may be given any IV: one that was used before remembers its last.
            return ready(Cipher.getInstance(ALGORITHM), Cipher.ENCRYPT_MODE, iv).doFinal(plain);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + ALGORITHM, e);
        }
    }

    /** What was sealed; empty when it was sealed with another key, or changed since. */
    public Optional<byte[]> open(byte[] iv, byte[] sealed) {
        if (iv.length != IV_BYTES || sealed.length < TAG_BYTES) {
            return Optional.empty();
        }
        try {
            Cipher idle = IDLE.poll();
            Cipher cipher = idle == null ? Cipher.getInstance(ALGORITHM) : idle;
            byte[] plain = ready(cipher, Cipher.DECRYPT_MODE, iv).doFinal(sealed);
            IDLE.offer(cipher);
            return Optional.of(plain);
        } catch (AEADBadTagException forged) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + ALGORITHM, e);
        }
    }

    /** A text under a random IV, both in base64 for URLs without padding. */
    public String sealText(String plain, RandomTokens random) {
        byte[] iv = random.bytes(IV_BYTES);
        byte[] sealed = seal(iv, plain.getBytes(StandardCharsets.UTF_8));
        byte[] both = Arrays.copyOf(iv, iv.length + sealed.length);
        System.arraycopy(sealed, 0, both, iv.length, sealed.length);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(both);
    }

    /** The text that {@link #sealText} sealed; empty for what was sealed with another key, and for what is no seal at all. */
    public Optional<String> openText(String sealed) {
        int place = Math.floorMod(sealed.hashCode(), KEPT_TEXTS);
        Opened known = opened.get(place);
        if (known != null && known.sealed().equals(sealed)) {
            return Optional.of(known.text());
        }
        Optional<String> text = unsealed(sealed);
        text.ifPresent(plain -> opened.set(place, new Opened(sealed, plain)));
        return text;
    }

    private Optional<String> unsealed(String sealed) {
        byte[] both;
        try {
            both = Base64.getUrlDecoder().decode(sealed);
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
        return both.length < IV_BYTES
                ? Optional.empty()
                : open(Arrays.copyOf(both, IV_BYTES), Arrays.copyOfRange(both, IV_BYTES, both.length))
                        .map(plain -> new String(plain, StandardCharsets.UTF_8));
    }

    private Cipher ready(Cipher cipher, int mode, byte[] iv) throws GeneralSecurityException {
        cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * 8, iv));
        return cipher;
    }
}
