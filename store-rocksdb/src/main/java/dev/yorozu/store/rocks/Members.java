package dev.yorozu.store.rocks;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Changes sets and hashes: a hash is a set whose members carry values. */
final class Members {
    private static final byte[] NOTHING = new byte[0];

    private final Workspace workspace;

    Members(Workspace workspace) {
        this.workspace = workspace;
    }

    boolean has(Key key, Bytes member) {
        Entry.Collection set = workspace.collection(key, ValueType.SET);
        return set != null && workspace.element(ElementKey.member(set.generation(), member)) != null;
    }

    long add(Write.SetAdd add) {
        Entry.Collection set = workspace.open(add.key(), ValueType.SET);
        long added = 0;
        for (Bytes member : add.members()) {
            byte[] element = ElementKey.member(set.generation(), member);
            if (workspace.element(element) == null) {
                workspace.putElement(element, NOTHING);
                added++;
            }
        }
        if (added > 0) {
            workspace.update(add.key(), set.grown(added));
        }
        return added;
    }

    /** Whether the field is new. */
    boolean put(Write.HashPut put) {
        Entry.Collection hash = workspace.open(put.key(), ValueType.HASH);
        byte[] element = ElementKey.member(hash.generation(), put.field());
        byte @Nullable [] old = workspace.element(element);
        byte[] value = put.value().toArray();
        if (!Arrays.equals(value, old)) {
            workspace.putElement(element, value);
        }
        if (old == null) {
            workspace.update(put.key(), hash.grown(1));
        }
        return old == null;
    }

    long remove(Key key, ValueType type, List<Bytes> members) {
        Entry.Collection collection = workspace.collection(key, type);
        if (collection == null) {
            return 0;
        }
        long removed = 0;
        for (Bytes member : members) {
            byte[] element = ElementKey.member(collection.generation(), member);
            if (workspace.element(element) != null) {
                workspace.deleteElement(element);
                removed++;
            }
        }
        if (removed > 0) {
            Entry.Collection rest = collection.shrunk(removed);
            workspace.update(key, rest.worn() ? renewed(rest) : rest);
        }
        return removed;
    }

    /** The same elements in a new generation, without what was removed from the old one. */
    private Entry.Collection renewed(Entry.Collection worn) {
        byte[] prefix = ElementKey.prefix(worn.generation());
        Map<Bytes, byte[]> elements = new HashMap<>();
        Cursor cursor = workspace.cursor();
        boolean more = cursor.seek(prefix);
        while (more && cursor.startsWith(prefix)) {
            elements.put(ElementKey.memberOf(cursor.key()), cursor.value());
            more = cursor.next();
        }
        long generation = workspace.newGeneration();
        elements.forEach((member, value) -> workspace.putElement(ElementKey.member(generation, member), value));
        return Entry.Collection.empty(worn.type(), generation).grown(elements.size());
    }
}
