package dev.yorozu.link;

import dev.yorozu.secret.SealingKey;
import java.util.List;
import java.util.Optional;

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

    byte[] seal(byte[] iv, byte[] plain) {
        return current.seal(iv, plain);
    }

    Optional<byte[]> open(byte[] iv, byte[] sealed) {
        Optional<byte[]> opened = current.open(iv, sealed);
        for (int i = 0; opened.isEmpty() && i < older.size(); i++) {
            opened = older.get(i).open(iv, sealed);
        }
        return opened;
    }
}
