package dev.yorozu.server.operate.transport;

import dev.yorozu.server.config.StartException;
import dev.yorozu.server.files.OwnerOnly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/** What opens the admin interface. Its text form does not show it. */
public final class AdminToken {
    private static final String FILE = "admin.token";
    private static final int RANDOM_BYTES = 32;

    private final byte[] text;

    private AdminToken(String text) {
        this.text = text.getBytes(StandardCharsets.UTF_8);
    }

    public static AdminToken of(String text) {
        return new AdminToken(text);
    }

    /** The token in the data directory, made there when there is none; the directory exists and is writable. */
    public static AdminToken inDirectory(Path data, SecureRandom random) {
        return find(data).orElseGet(() -> make(data, random));
    }

    /** The token in the data directory; one that others can read is refused, because it is no secret any more. */
    public static Optional<AdminToken> find(Path data) {
        Path file = data.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            if (OwnerOnly.isOpenToOthers(file)) {
                throw new StartException("The admin token in " + file
                        + " can be read by others: delete it, so that a new one is made at the next start.");
            }
            String text = Files.readString(file).strip();
            if (text.isEmpty()) {
                throw new StartException("The admin token in " + file
                        + " is empty: delete it, so that a new one is made at the next start.");
            }
            return Optional.of(new AdminToken(text));
        } catch (IOException unreadable) {
            throw new StartException("The admin token in " + file + " cannot be read: run as the user who owns it.");
        }
    }

    private static AdminToken make(Path data, SecureRandom random) {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        Path file = data.resolve(FILE);
        try {
            OwnerOnly.replace(file, (text + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException unwritable) {
            throw new StartException("The data directory " + data
                    + " cannot be written: give another with --data, or change its permissions.");
        }
        return new AdminToken(text);
    }

    /** Whether this is the token; takes as long for a near miss as for any other. */
    boolean matches(String presented) {
        return MessageDigest.isEqual(text, presented.getBytes(StandardCharsets.UTF_8));
    }

    /** The header that presents this token. */
    public String authorization() {
        return "Bearer " + new String(text, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "AdminToken[…]";
    }
}
