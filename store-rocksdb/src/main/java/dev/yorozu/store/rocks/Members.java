package dev.yorozu.store.rocks;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.util.List;

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
            workspace.update(add.key(), set.resized(set.size() + added));
        }
        return added;
    }

    /** Whether the field is new. */
    boolean put(Write.HashPut put) {
        Entry.Collection hash = workspace.open(put.key(), ValueType.HASH);
        byte[] element = ElementKey.member(hash.generation(), put.field());
        boolean added = workspace.element(element) == null;
        workspace.putElement(element, put.value().toArray());
        if (added) {
            workspace.update(put.key(), hash.resized(hash.size() + 1));
        }
        return added;
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
            workspace.update(key, collection.resized(collection.size() - removed));
        }
        return removed;
    }
}
