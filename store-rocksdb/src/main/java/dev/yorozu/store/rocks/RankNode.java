package dev.yorozu.store.rocks;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node of a {@link RankIndex} in the writer's memory, on one level; see {@link RankTree}. */
final class RankNode {
    static final byte[] HEAD = new byte[0];
    private static final long NOT_STORED = -1;
    /** About what a node takes beside its place. */
    private static final int OWN = 96;

    private final int level;
    private final byte[] place;
    /** Of the place; kept here too, because it nearly always tells which of two places is the first. */
    private final long score;

    private long span;
    private long stored;
    private boolean listed;
    private @Nullable List<RankNode> below;

    private RankNode(int level, byte[] place, long span, long stored) {
        this.level = level;
        this.place = place;
        this.score = place.length == 0 ? 0 : BigEndian.at(place, 0);
        this.span = span;
        this.stored = stored;
    }

    /** As the database has it. */
    static RankNode found(int level, byte[] place, long span) {
        return new RankNode(level, place, span, span);
    }

    /** One that the database does not have. */
    static RankNode made(int level, byte[] place, long span) {
        return new RankNode(level, place, span, NOT_STORED);
    }

    int level() {
        return level;
    }

    /** Empty for the head, which stands before all members. */
    byte[] place() {
        return place;
    }

    /** Whether it lies before a place, of which this is the score. */
    boolean isBefore(long otherScore, byte[] other) {
        int order = Long.compareUnsigned(score, otherScore);
        return order == 0 ? Arrays.compareUnsigned(place, other) < 0 : order < 0;
    }

    /** How many members lie from this node on, up to the next of its level. */
    long span() {
        return span;
    }

    /** Changes the span; returns whether this is the first change since the node was last stored. */
    boolean span(long changed) {
        span = changed;
        boolean first = !listed;
        listed = true;
        return first;
    }

    /** Notes that the database has it now, or need not; returns whether it was told another span before. */
    boolean settle() {
        boolean differs = span != stored;
        stored = span;
        listed = false;
        return differs;
    }

    /** The nodes of the level below from this place on, up to the next of this level; null while they are not in memory. */
    @Nullable
    List<RankNode> below() {
        return below;
    }

    void below(List<RankNode> nodes) {
        below = nodes;
    }

    int bytes() {
        return OWN + place.length;
    }
}
