package dev.yorozu.nostalgic.integrity;

import dev.yorozu.nostalgic.Kind;

/**
 * Something that is not as it should be. Holds no secret: names of keys are redacted, and values are left out.
 *
 * @param id the service's name; empty where there is none
 * @param key where it was found, redacted
 * @param what one sentence about it
 * @param repair what a repair does; where {@code repairable} is false, what an operator can do
 */
public record Finding(
        Damage damage,
        Point point,
        Kind kind,
        String id,
        String key,
        String what,
        boolean repairable,
        String repair,
        State state) {
    /** What became of it. */
    public enum State {
        FOUND,
        REPAIRED,
        /** It was to be repaired, but had changed by then, and was left alone. */
        CHANGED
    }

    /** Whether it is told without anything being wrong. */
    public boolean isNote() {
        return damage.isNote();
    }

    public Finding in(State state) {
        return new Finding(damage, point, kind, id, key, what, repairable, repair, state);
    }
}
