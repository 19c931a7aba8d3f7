package dev.yorozu.server.operate.backup.encrypted;

import dev.yorozu.server.access.password.Argon2Cost;
import dev.yorozu.server.operate.backup.format.DamagedBackup;
import dev.yorozu.server.operate.backup.format.Envelope;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Encrypts a backup under a passphrase.
 *
 * <p>The file begins with a line of JSON that says how the key is made of the passphrase (Argon2id) and holds a check by
 * which a wrong passphrase is told from a damaged file; chunks follow ({@link ChunkCipher}). Memory is bounded by what
 * Argon2id fills and two chunks. A file that is not encrypted is read as it is. Used by one thread.
 */
public final class PassphraseEnvelope implements Envelope {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final String MAGIC = "{\"yorozu-encrypted-backup\":";
    private static final int VERSION = 1;
    private static final Argon2Cost STANDARD = new Argon2Cost(64 * 1024, 3, 1);
    /** A file says itself what its key costs, and must not be able to ask for all of the memory. */
    private static final Argon2Cost MOST = new Argon2Cost(256 * 1024, 16, 8);

    private static final int SALT_BYTES = 16;
    private static final int KEY_BYTES = 32;
    private static final int CHECK_BYTES = 16;
    private static final int LONGEST_HEADER = 1024;

    private final byte[] passphrase;
    private final Argon2Cost cost;
    private final SecureRandom random;
    /** What was derived last: a file is read several times, and deriving is meant to be slow. */
    private @Nullable Derived derived;

    public PassphraseEnvelope(String passphrase, SecureRandom random) {
        this(passphrase, STANDARD, random);
    }

    /** @param cost of making the key; what a file says is bounded all the same */
    PassphraseEnvelope(String passphrase, Argon2Cost cost, SecureRandom random) {
        this.passphrase = passphrase.getBytes(StandardCharsets.UTF_8);
        this.cost = cost;
        this.random = random;
    }

    private record Derived(Argon2Cost cost, byte[] salt, byte[] bytes) {
        byte[] key() {
            return Arrays.copyOf(bytes, KEY_BYTES);
        }

        byte[] check() {
            return Arrays.copyOfRange(bytes, KEY_BYTES, KEY_BYTES + CHECK_BYTES);
        }
    }

    /** Whether this file begins like an encrypted backup. */
    public static boolean isEncrypted(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return isEncrypted(in);
        }
    }

    /** Whether what is read here begins like an encrypted backup. */
    public static boolean isEncrypted(InputStream file) throws IOException {
        return Arrays.equals(file.readNBytes(MAGIC.length()), MAGIC.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public OutputStream seal(OutputStream target) throws IOException {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        Derived made = derive(cost, salt);
        byte[] header = (MAPPER.createObjectNode()
                                .put("yorozu-encrypted-backup", VERSION)
                                .put("key", "argon2id")
                                .put("memory", cost.memory())
                                .put("iterations", cost.iterations())
                                .put("lanes", cost.parallelism())
                                .put("salt", Base64.getEncoder().encodeToString(salt))
                                .put("check", Base64.getEncoder().encodeToString(made.check()))
                        + "\n")
                .getBytes(StandardCharsets.UTF_8);
        target.write(header);
        return new ChunkOutput(target, new ChunkCipher(made.key(), header));
    }

    @Override
    public InputStream open(InputStream source) throws IOException {
        BufferedInputStream in = new BufferedInputStream(source, 1 << 16);
        byte[] begin = in.readNBytes(MAGIC.length());
        if (!Arrays.equals(begin, MAGIC.getBytes(StandardCharsets.US_ASCII))) {
            return new SequenceInputStream(new ByteArrayInputStream(begin), in);
        }
        byte[] header = header(begin, in);
        Derived made = derive(header);
        return new ChunkInput(in, new ChunkCipher(made.key(), header));
    }

    private static byte[] header(byte[] begin, InputStream in) throws IOException {
        byte[] header = Arrays.copyOf(begin, LONGEST_HEADER);
        int length = begin.length;
        while (length == 0 || header[length - 1] != '\n') {
            int next = in.read();
            if (next < 0 || length == LONGEST_HEADER) {
                throw damaged();
            }
            header[length++] = (byte) next;
        }
        return Arrays.copyOf(header, length);
    }

    private Derived derive(byte[] header) {
        try {
            JsonNode json = MAPPER.readTree(header);
            if (json.required("yorozu-encrypted-backup").intValue() != VERSION) {
                throw new DamagedBackup(
                        "The backup is encrypted in a way that this Yorozu does not know: restore it with"
                                + " the Yorozu that made it, or a newer one");
            }
            Argon2Cost asked = new Argon2Cost(
                    json.required("memory").intValue(),
                    json.required("iterations").intValue(),
                    json.required("lanes").intValue());
            byte[] salt = Base64.getDecoder().decode(json.required("salt").stringValue());
            byte[] check = Base64.getDecoder().decode(json.required("check").stringValue());
            if (asked.memory() > MOST.memory()
                    || asked.iterations() > MOST.iterations()
                    || asked.parallelism() > MOST.parallelism()
                    || salt.length != SALT_BYTES) {
                throw damaged();
            }
            Derived made = derive(asked, salt);
            if (!MessageDigest.isEqual(made.check(), check)) {
                throw new DamagedBackup("The passphrase does not open this backup");
            }
            return made;
        } catch (JacksonException | IllegalArgumentException unreadable) {
            throw damaged();
        }
    }

    private Derived derive(Argon2Cost asked, byte[] salt) {
        Derived before = derived;
        if (before != null && before.cost().equals(asked) && Arrays.equals(before.salt(), salt)) {
            return before;
        }
        Derived made = new Derived(asked, salt, asked.derive(passphrase, salt, KEY_BYTES + CHECK_BYTES));
        derived = made;
        return made;
    }

    private static DamagedBackup damaged() {
        return new DamagedBackup("The encrypted backup is damaged: it does not begin like one");
    }

    @Override
    public String toString() {
        return "PassphraseEnvelope[…]";
    }
}
