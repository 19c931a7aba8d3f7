package dev.yorozu.store.rocks;

import org.jspecify.annotations.Nullable;

/** What memory knows of a key's record; see {@link RecordCache}. Told apart by identity. */
sealed interface Held permits Held.Image, Held.Mark, Counter {
    /** A copy of the engine's record, or that it has none. */
    final class Image implements Held {
        private final byte @Nullable [] record;
        private boolean wanted;

        Image(byte @Nullable [] record) {
            this.record = record;
        }

        byte @Nullable [] record() {
            return record;
        }

        /** As {@link #record}, and remembers that somebody wanted it. */
        byte @Nullable [] read() {
            if (!wanted) {
                wanted = true;
            }
            return record;
        }

        /** Whether it was read since this was last asked. Two threads may miss each other here, at no harm. */
        boolean forgive() {
            boolean was = wanted;
            wanted = false;
            return was;
        }
    }

    /** Somebody reads or changes the record just now, so that only the engine can be asked. */
    final class Mark implements Held {}
}
