package dev.yorozu.nostalgic.visitor;

import dev.yorozu.nostalgic.Days;
import dev.yorozu.nostalgic.Marks;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How much one address may do with one service within some time, whatever its browsers call themselves: a mark is the
 * address's and the browser's, so that who changes the name of the browser has none.
 *
 * <p>The counter is part of the batch that it limits, so that it costs no round trip and counts exactly what happened. It
 * begins with the first thing that is counted and ends by itself. It counts downwards from zero, because a guard can
 * demand that a number is large enough and nothing need be read for it.
 *
 * @param key where it is counted
 * @param address the name of the address, which does not give it away
 * @param most how much it may do
 * @param life how long the counter lives from now on, if it begins now
 * @param end the same for the store: like the marks, what ends with the day ends at an instant of this server's clock
 */
public record AddressLimit(
        Marks marks, String id, Key key, String address, int most, Instant now, Duration life, Expiry end) {
    public AddressLimit {
        // The last moment of a day may be shorter than any life.
        life = life.compareTo(Expiry.SHORTEST) < 0 ? Expiry.SHORTEST : life;
    }

    /** So much of an address in a day. */
    public static AddressLimit ofDay(
            Marks marks, String id, UserHashes users, Visitor visitor, int most, Instant now, Days.Day today) {
        String address = users.addressOn(visitor, today.date());
        return new AddressLimit(
                marks,
                id,
                marks.addressKey(id, address),
                address,
                most,
                now,
                Duration.between(now, today.end()),
                Expiry.at(today.end()));
    }

    /** So much of an address in the time that a visitor waits. */
    public static AddressLimit ofCooldown(
            Marks marks, String id, UserHashes users, Visitor visitor, int most, Instant now, Cooldown cooldown) {
        Duration time = cooldown.time();
        String address = users.address(visitor);
        Key key = marks.addressKey(id, address);
        return new AddressLimit(marks, id, key, address, most, now, time, Expiry.after(time));
    }

    /** Holds while the address may do one more thing. */
    public Guard room() {
        return Guard.atLeast(key, 1L - most);
    }

    /** What to ask for to know whether there is room. */
    public Read.Get question() {
        return new Read.Get(key);
    }

    /** Whether the answer says that there is room; a count that is no number does not. */
    public boolean hasRoom(Optional<Bytes> count) {
        return count.isEmpty() || count.get().number().orElse(Long.MIN_VALUE) >= 1L - most;
    }

    /** Counts one thing. The mark that is left with it keeps the list of marks. */
    public void count(Batch.Builder batch) {
        batch.add(key, -1, end);
        marks.enlistAddress(batch, id, address, now, life);
    }

    /** How long the address must wait; asked once there is no room. */
    public Duration left(Store store) {
        if (end instanceof Expiry.At) {
            return life;
        }
        return store.remaining(key)
                .map(remaining -> remaining instanceof Life.Ends ends ? ends.left() : life)
                .orElse(Duration.ofSeconds(1));
    }
}
