package dev.yorozu.seat;

import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Found;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * A user's record as it was when it was read, also where it is absent or no record at all.
 *
 * @param guard holds while the record is as it was seen
 * @param document what it says; empty where that cannot be read
 * @param listed what stands for the sessions in keys that it lists
 */
record UserRecord(Key key, Guard guard, Optional<Document> document, List<String> listed) {
    /** More elements than any value holds: a guard with this bound asks only whether the key holds a string. */
    private static final long ANY_SIZE = 1L << 40;

    static UserRecord of(Key key, SeatLayout layout, Optional<Bytes> stored) {
        if (stored.isEmpty()) {
            return new UserRecord(key, Guard.absent(key), Optional.empty(), List.of());
        }
        Optional<Document> document = Document.parse(stored.get());
        return new UserRecord(
                key,
                Guard.equalTo(key, stored.get()),
                document,
                listed(document, layout).orElseGet(() -> shaped(stored.get().text(), layout)));
    }

    /** Something that is no string, which only somebody's hand put there. */
    static UserRecord ofAnotherType(Key key) {
        return new UserRecord(key, Guard.sizeBelow(key, ANY_SIZE), Optional.empty(), List.of());
    }

    /** What a guard found in place of what was seen. */
    static UserRecord found(Key key, SeatLayout layout, Found found) {
        return switch (found) {
            case Found.Value value -> of(key, layout, Optional.of(value.value()));
            case Found.Nothing nothing -> of(key, layout, Optional.empty());
            case Found.Collection other -> ofAnotherType(key);
            case Found.Membership other -> ofAnotherType(key);
            case Found.Score other -> ofAnotherType(key);
            case Found.Size other -> ofAnotherType(key);
        };
    }

    boolean isAbsent() {
        return guard instanceof Guard.Absent;
    }

    /** Empty where the record has no sound list. */
    private static Optional<List<String>> listed(Optional<Document> document, SeatLayout layout) {
        List<String> texts =
                document.isPresent() ? document.get().texts(layout.names().sessions()) : List.of();
        return texts.isEmpty()
                ? Optional.empty()
                : Optional.of(texts.stream().filter(layout::isToken).distinct().toList());
    }

    /**
     * Whatever in a broken record has the form of a token may be a session that lives, and is taken for one, so that none
     * lives on unseen.
     */
    private static List<String> shaped(String text, SeatLayout layout) {
        LinkedHashSet<String> shaped = new LinkedHashSet<>();
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || !isTokenCharacter(text.charAt(i))) {
                if (i > start && layout.isToken(text.substring(start, i))) {
                    shaped.add(text.substring(start, i));
                }
                start = i + 1;
            }
        }
        return new ArrayList<>(shaped);
    }

    private static boolean isTokenCharacter(char c) {
        return c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
    }
}
