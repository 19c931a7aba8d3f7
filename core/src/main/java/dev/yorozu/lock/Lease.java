package dev.yorozu.lock;

import java.util.OptionalLong;

/**
 * A lock that was acquired. It may have ended since: a holder that acts on it shows the fence where it matters.
 *
 * @param owner the token by which the owner is known, different each time
 * @param fence greater than that of every earlier owner of the same lock; empty where the place has no fence
 */
public record Lease(LockPlace place, String owner, OptionalLong fence) {
    @Override
    public String toString() {
        return "Lease[" + place.lock() + ", fence=" + fence + "]";
    }
}
