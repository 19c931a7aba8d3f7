package dev.yorozu.nostalgic.integrity;

import java.util.LinkedHashSet;
import java.util.Set;

/** The places that looked wrong at first sight, each once. Belongs to one walk. */
final class Suspects {
    private final Looks looks;
    private final int most;
    private final Set<Place> places = new LinkedHashSet<>();
    private boolean complete = true;

    Suspects(Looks looks, int most) {
        this.looks = looks;
        this.most = most;
    }

    Looks looks() {
        return looks;
    }

    /** Looks at a place, and remembers it if something seems wrong there. */
    void screen(Place place) {
        if (isOpen() && !looks.look(place).isEmpty()) {
            add(place);
        }
    }

    /** Remembers a place for which a glance was enough. */
    void add(Place place) {
        if (isOpen()) {
            places.add(place);
        }
    }

    /** Whether there is room for more; once there is not, the walk has missed something. */
    boolean isOpen() {
        complete &= places.size() < most;
        return complete;
    }

    Set<Place> places() {
        return places;
    }

    boolean complete() {
        return complete;
    }
}
