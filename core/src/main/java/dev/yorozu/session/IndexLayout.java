package dev.yorozu.session;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.util.List;

/** Where the sessions of one user are listed. All keys have the user as their only part. */
public sealed interface IndexLayout {
    /** The key of the index. */
    KeyPattern key();

    /** A set of sids, which may lie in another partition than the sessions. */
    record InSet(KeyPattern key) implements IndexLayout {
        public InSet {
            require(key, ValueType.SET);
        }
    }

    /**
     * A sorted set in which each sid has its session's last activity in milliseconds, so that a change counts as activity
     * too. The keys of sessions begin with the user and share its partition; sessions that other programs wrote are found by
     * their names.
     */
    record InSortedSet(KeyPattern key) implements IndexLayout {
        public InSortedSet {
            require(key, ValueType.RANK);
        }
    }

    /**
     * A JSON record of the user that lists the sids beside other things, in another partition than the sessions.
     *
     * @param endedBefore the key of the moment up to which sessions that are listed nowhere have ended, in the partition of
     *     {@code key}
     * @param copied the fields of the newest session that the record repeats, before all others
     * @param described the fields that say who the user is, as given at the sign-in
     * @param sids the field with the list
     * @param updatedAt the field with the time of the last change
     * @param life how long the record lives from each change: longer than any session, so that it lists all that live
     */
    record InRecord(
            KeyPattern key,
            KeyPattern endedBefore,
            List<String> copied,
            List<String> described,
            String sids,
            String updatedAt,
            Duration life)
            implements IndexLayout {
        public InRecord {
            require(key, ValueType.STRING);
            require(endedBefore, ValueType.STRING);
            copied = List.copyOf(copied);
            described = List.copyOf(described);
        }
    }

    private static void require(KeyPattern pattern, ValueType type) {
        if (pattern.parts().size() != 1 || pattern.type() != type) {
            throw new IllegalArgumentException(pattern + " must have the user as its only part and hold a " + type);
        }
    }
}
