package dev.yorozu.store.rocks;

/** Keeps the nodes of one sorted set's {@link RankIndex} while members come and go. */
final class RankEditor {
    private static final byte[] HEAD = new byte[0];
    private static final byte[] NOTHING = new byte[0];

    private final Workspace workspace;
    private final long generation;
    private long size;
    private int levels;

    RankEditor(Workspace workspace, Entry.Collection ranking) {
        this.workspace = workspace;
        this.generation = ranking.generation();
        this.size = ranking.size();
        this.levels = ranking.levels();
    }

    long size() {
        return size;
    }

    int levels() {
        return levels;
    }

    /** Inserts a place that is not there. */
    void insert(byte[] place) {
        int height = height(place);
        while (levels < height) {
            levels++;
            put(levels, HEAD, size);
        }
        RankIndex index = index();
        for (int level = 1; level <= levels; level++) {
            Cursor cursor = workspace.cursor();
            cursor.floor(ElementKey.node(generation, level, place));
            byte[] previous = cursor.place();
            long span = cursor.number();
            if (level > height) {
                put(level, previous, span + 1);
            } else {
                long head = level == 1
                        ? index.countBetween(previous, place)
                        : index.spansBetween(level - 1, previous, place);
                put(level, previous, head);
                put(level, place, span + 1 - head);
            }
        }
        workspace.putElement(ElementKey.node(generation, 0, place), NOTHING);
        size++;
    }

    /** Removes a place that is there. */
    void remove(byte[] place) {
        int height = height(place);
        for (int level = 1; level <= levels; level++) {
            byte[] node = ElementKey.node(generation, level, place);
            Cursor cursor = workspace.cursor();
            cursor.floor(node);
            long freed = -1;
            if (level <= height) {
                freed += cursor.number();
                cursor.previous();
            }
            byte[] previous = cursor.place();
            long span = cursor.number() + freed;
            if (level <= height) {
                workspace.deleteElement(node);
            }
            put(level, previous, span);
        }
        workspace.deleteElement(ElementKey.node(generation, 0, place));
        size--;
        if (size == 0) {
            deleteHeads();
        }
    }

    RankIndex index() {
        return new RankIndex(workspace.cursor(), generation, levels);
    }

    private void deleteHeads() {
        for (int level = 1; level <= levels; level++) {
            workspace.deleteElement(ElementKey.node(generation, level, HEAD));
        }
        levels = 0;
    }

    private int height(byte[] place) {
        return RankIndex.height(ElementKey.memberAt(place), workspace.seed());
    }

    private void put(int level, byte[] place, long span) {
        workspace.putElement(ElementKey.node(generation, level, place), BigEndian.of(span));
    }
}
