package dev.yorozu.store.rocks;

import dev.yorozu.store.Key;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/*
 * Of each key the cache knows one of these:
 *
 *   nothing    the engine has to be asked
 *   Image      what the engine says, of a small set with its members
 *   Made       what a form makes of what the engine says
 *   Mark       somebody is reading it from the engine, or the writer has it: the engine has to be asked
 *   Counter    what the engine will say once it is written, see DeferredCounts
 *
 * A reader that finds nothing places a mark of its own, asks the engine, and puts the image in the place of that very mark. The
 * writer puts its mark in the place of whatever it finds before it looks at a record, and keeps it there until the group is
 * written; it takes it away before anybody is told. So an image that was read before the write finds its mark gone, and is not
 * kept; and from before the write becomes visible until it is, there is no image that a reader could take for the truth while
 * another has seen the engine's. Nobody waits for anybody.
 *
 * Only who is inside the engine's gate looks in here. When the engine is opened anew, all images go first: what became of the
 * write that failed is known only then.
 */

/** Records of the engine in the memory of this process, never older than what the engine says. Bounded by bytes. */
final class RecordCache {
    /** About what an entry costs beside the letters of its name and its copy: its node, its place and the name's own objects. */
    private static final int OVERHEAD = 88;
    /** Larger records cost the engine no more for each byte than a copy would. */
    private static final int LARGEST = 32 << 10;

    /**
     * The part of its size that the cache may be too large by, until nothing more is kept: who makes room may be stopped for any
     * time, while others go on.
     */
    private static final int SLACK = 16;

    /** How far the hand goes at a time. */
    private static final int STEPS = 1024;

    private static final Held.Mark WRITING = new Held.Mark();

    private final ConcurrentHashMap<String, Held> records = new ConcurrentHashMap<>();
    private final long most;
    private final AtomicLong bytes = new AtomicLong();
    /** Held by who makes room. */
    private final ReentrantLock tidying = new ReentrantLock();

    private Iterator<Map.Entry<String, Held>> hand = records.entrySet().iterator();

    RecordCache(long bytes) {
        this.most = bytes;
    }

    /** Marks and counters weigh nothing: they are not in the way of copies, and others bound their number. */
    private static long weight(String name, @Nullable Held held) {
        return held instanceof Held.Copy copy ? OVERHEAD + name.length() + copy.bytes() : 0;
    }

    /** The record of a key, as a reader sees it at this moment; it may have ended. */
    byte @Nullable [] find(Engine engine, Key key, long now) {
        return switch (records.get(key.name())) {
            case null -> load(engine, key, now);
            case Held.Image image -> image.read();
            case Held.Made made -> reload(engine, key, made, now);
            case Held.Mark mark -> engine.find(Family.RECORDS, key.bytes());
            case Counter counter -> counter.record();
        };
    }

    private byte @Nullable [] load(Engine engine, Key key, long now) {
        Held.Mark mark = reserve(key.name());
        if (mark == null) {
            return engine.find(Family.RECORDS, key.bytes());
        }
        try {
            byte[] record = engine.find(Family.RECORDS, key.bytes());
            keep(key.name(), mark, record, now);
            return record;
        } finally {
            withdraw(key.name(), mark);
        }
    }

    /** What was made stands for the reader's mark: if it still does after the look, no writer came between. */
    private byte @Nullable [] reload(Engine engine, Key key, Held.Made made, long now) {
        byte[] record = engine.find(Family.RECORDS, key.bytes());
        keep(key.name(), made, record, now);
        return record;
    }

    /** Keeps what was made of a record in place of its image, if that is still there: then no writer came between. */
    void keep(String name, byte[] record, Held.Copy made) {
        if (records.get(name) instanceof Held.Image image && image.record() == record) {
            replace(name, image, made);
        }
    }

    /** About how many bytes all copies take. */
    long bytes() {
        return bytes.get();
    }

    @Nullable
    Held get(String name) {
        return records.get(name);
    }

    /** A mark of the caller's own at a key of which nothing was known; null when another was faster. */
    Held.@Nullable Mark reserve(String name) {
        Held.Mark mark = new Held.Mark();
        return records.putIfAbsent(name, mark) == null ? mark : null;
    }

    /** Puts a record in the place of what stands there, if that still does; what has ended is not kept. */
    void keep(String name, Held instead, byte @Nullable [] record, long now) {
        if (isWorthKeeping(record, now)) {
            keep(name, instead, new Held.Image(record));
        } else {
            withdraw(name, instead);
        }
    }

    private void keep(String name, Held instead, Held.Copy copy) {
        if (bytes.get() > most) {
            makeRoom();
        }
        if (bytes.get() <= most + most / SLACK) {
            replace(name, instead, copy);
        } else {
            withdraw(name, instead);
        }
    }

    private static boolean isWorthKeeping(byte @Nullable [] record, long now) {
        return record == null || (record.length <= LARGEST && RecordFormat.end(record) > now);
    }

    boolean replace(String name, Held held, Held other) {
        boolean replaced = records.replace(name, held, other);
        if (replaced) {
            bytes.addAndGet(weight(name, other) - weight(name, held));
        }
        return replaced;
    }

    void withdraw(String name, Held held) {
        if (records.remove(name, held)) {
            bytes.addAndGet(-weight(name, held));
        }
    }

    /**
     * Gives up copies that nobody has read since the hand last came by, until what is left fits or the hand has gone far
     * enough for one caller. It goes round the whole map, so that each copy has its chance; who finds another at it goes on.
     */
    private void makeRoom() {
        if (!tidying.tryLock()) {
            return;
        }
        try {
            for (int step = 0; step < STEPS && bytes.get() > most; step++) {
                if (!hand.hasNext()) {
                    hand = records.entrySet().iterator();
                }
                Map.Entry<String, Held> next = hand.hasNext() ? hand.next() : null;
                if (next != null && next.getValue() instanceof Held.Copy copy && !copy.forgive()) {
                    withdraw(next.getKey(), copy);
                }
            }
        } finally {
            tidying.unlock();
        }
    }

    /** The writer's mark is set where nothing is known; returns what is there instead. */
    @Nullable
    Held holdAbsent(String name) {
        return records.putIfAbsent(name, WRITING);
    }

    /** The writer's mark is set in the place of what is there, if that still is. */
    boolean hold(String name, Held found) {
        return replace(name, found, WRITING);
    }

    /** The writer has written the record. */
    void release(String name, byte @Nullable [] record, long now) {
        keep(name, WRITING, record, now);
    }

    /** The writer has written the record of which this was made. */
    void release(String name, Held.Made made) {
        keep(name, WRITING, made);
    }

    /** The writer has not written the record, or does not know. */
    void release(String name) {
        withdraw(name, WRITING);
    }

    /** Forgets a copy of what was removed because its end had come. */
    void forget(String name) {
        if (records.get(name) instanceof Held.Copy copy) {
            withdraw(name, copy);
        }
    }

    /** Forgets all copies. No reader may be inside. */
    void clear() {
        records.forEach((name, held) -> {
            if (held instanceof Held.Copy) {
                withdraw(name, held);
            }
        });
    }
}
