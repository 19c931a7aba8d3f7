package dev.yorozu.link;

import dev.yorozu.secret.SealingKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The keys of long tokens: one that seals, and older ones that still open what they sealed.
 *
 * @param older newest first, so that the likelier one is tried first
 */
public record KeyRing(SealingKey current, List<SealingKey> older) {
    public KeyRing {
        older = List.copyOf(older);
    }

    public static KeyRing of(SealingKey current) {
        return new KeyRing(current, List.of());
    }

    Optional<byte[]> open(byte[] iv, byte[] sealed) {
        return Stream.concat(Stream.of(current), older.stream())
                .flatMap(key -> key.open(iv, sealed).stream())
                .findFirst();
    }
}
