package dev.yorozu.store.rocks;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.ValueType;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What memory knows of a key's record; see {@link RecordCache}. Told apart by identity. */
sealed interface Held permits Held.Copy, Held.Mark, Counter {
    /** What was made of the engine's record, and may be given up at any time. */
    abstract sealed class Copy implements Held permits Image, Made {
        private boolean wanted;

        /** Remembers that somebody wanted it. */
        final void want() {
            if (!wanted) {
                wanted = true;
            }
        }

        /** Whether it was read, as far as that is still known. */
        final boolean isWanted() {
            return wanted;
        }

        /** Whether it was read since this was last asked. Two threads may miss each other here, at no harm. */
        final boolean forgive() {
            boolean was = wanted;
            wanted = false;
            return was;
        }

        /** About how many bytes it takes, with all that it holds. */
        abstract long bytes();
    }

    /** A copy of the engine's record, or that it has none; of a small set its members as well, once one was asked for. */
    final class Image extends Copy {
        private static final int OWN = 24;
        private static final int ARRAY = 16;
        private static final int MEMBER = 80;

        private final byte @Nullable [] record;
        private final @Nullable Set<Bytes> members;

        Image(byte @Nullable [] record) {
            this(record, null);
        }

        /** @param members all that the set has of which this is the record */
        Image(byte @Nullable [] record, @Nullable Set<Bytes> members) {
            this.record = record;
            this.members = members == null ? null : Set.copyOf(members);
        }

        byte @Nullable [] record() {
            return record;
        }

        /** As {@link #record}, and remembers that somebody wanted it. */
        byte @Nullable [] read() {
            want();
            return record;
        }

        /** All members of the set; null where they are not kept. */
        @Nullable
        Set<Bytes> members() {
            return members;
        }

        @Override
        long bytes() {
            long letters = 0;
            for (Bytes member : members == null ? Set.<Bytes>of() : members) {
                letters += MEMBER + member.length();
            }
            return record == null ? OWN : OWN + ARRAY + record.length + letters;
        }
    }

    /** What a form made of the engine's record, which is a string; the record itself is not kept. */
    final class Made extends Copy {
        private static final int OWN = 40;

        private final Read.Form<?> form;
        private final Object value;
        private final long end;
        private final int bytes;

        private Made(Read.Form<?> form, Object value, long end, int bytes) {
            this.form = form;
            this.value = value;
            this.end = end;
            this.bytes = bytes;
        }

        /** @param end of the record, in milliseconds since 1970 */
        static <V> Made of(Read.Form<V> form, V value, long end) {
            V kept = form.kept(value);
            return new Made(form, kept, end, form.bytes(kept));
        }

        /** What the same form makes of another record of the key; null where that is nothing. */
        @Nullable
        Made of(Key key, byte[] record) {
            return remade(form, key, record);
        }

        /** A form that throws does so for its readers, and must not break off the writer. */
        private static <V> @Nullable Made remade(Read.Form<V> form, Key key, byte[] record) {
            if (RecordFormat.type(record) != ValueType.STRING) {
                return null;
            }
            Optional<V> value;
            try {
                value = form.make(key, RecordFormat.text(record));
            } catch (RuntimeException broken) {
                return null;
            }
            return value.isPresent() ? of(form, value.get(), RecordFormat.end(record)) : null;
        }

        boolean isOf(Read.Form<?> other) {
            return form == other;
        }

        /** The value, by the form that made it; empty where it has ended. Remembers that somebody wanted it. */
        @SuppressWarnings("unchecked") // A form is known by its identity, and makes values of one type.
        <V> Optional<V> read(long now) {
            want();
            return lives(now) ? Optional.of((V) value) : Optional.empty();
        }

        boolean lives(long now) {
            return end > now;
        }

        @Override
        long bytes() {
            return OWN + bytes;
        }
    }

    /** Somebody reads or changes the record just now, so that only the engine can be asked. */
    final class Mark implements Held {}
}
