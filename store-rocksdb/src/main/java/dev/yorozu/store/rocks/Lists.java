package dev.yorozu.store.rocks;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes lists. Elements carry sequence numbers without a gap, which start at zero and grow both ways, so that both ends
 * can be pushed and trimmed without touching the rest.
 */
final class Lists {
    private final Workspace workspace;

    Lists(Workspace workspace) {
        this.workspace = workspace;
    }

    /** The element at this place; the list must be longer. */
    Bytes at(Key key, long place) {
        Entry.Collection list = workspace.open(key, ValueType.LIST);
        return Bytes.wrap(at(list, list.head() + place));
    }

    long push(Write.ListPush push) {
        Entry.Collection list = workspace.open(push.key(), ValueType.LIST);
        long head = list.head();
        long tail = list.tail();
        for (Bytes value : push.values()) {
            put(list, push.end() == Write.End.HEAD ? --head : tail++, value.toArray());
        }
        workspace.update(push.key(), list.between(head, tail));
        return tail - head;
    }

    /** Gives what went. When most goes, the rest moves to a new generation, instead of that each is deleted. */
    List<Bytes> trim(Write.ListTrim trim) {
        Entry.Collection list = workspace.collection(trim.key(), ValueType.LIST);
        long surplus = list == null ? 0 : list.size() - trim.keep();
        if (list == null || surplus <= 0) {
            return List.of();
        }
        boolean keepHead = trim.end() == Write.End.HEAD;
        long head = keepHead ? list.head() : list.head() + surplus;
        long tail = keepHead ? list.tail() - surplus : list.tail();
        List<Bytes> removed = slice(list, keepHead ? tail : list.head(), surplus);
        if (trim.keep() == 0) {
            workspace.remove(trim.key());
        } else if (trim.keep() < surplus) {
            workspace.update(trim.key(), copy(list, head, tail));
        } else {
            for (long i = 0; i < surplus; i++) {
                delete(list, keepHead ? tail + i : list.head() + i);
            }
            workspace.update(trim.key(), list.between(head, tail));
        }
        return removed;
    }

    boolean set(Write.ListSet set) {
        Entry.Collection list = workspace.collection(set.key(), ValueType.LIST);
        if (list == null) {
            return false;
        }
        long index = set.index() < 0 ? list.size() + set.index() : set.index();
        if (index < 0 || index >= list.size()) {
            return false;
        }
        put(list, list.head() + index, set.value().toArray());
        return true;
    }

    /** Closes the gap from the nearer end. */
    boolean remove(Write.ListRemove remove) {
        Entry.Collection list = workspace.collection(remove.key(), ValueType.LIST);
        if (list == null) {
            return false;
        }
        long found = find(list, remove.value());
        if (found == list.tail()) {
            return false;
        }
        if (found - list.head() < list.tail() - found) {
            for (long i = found; i > list.head(); i--) {
                put(list, i, at(list, i - 1));
            }
            delete(list, list.head());
            workspace.update(remove.key(), list.between(list.head() + 1, list.tail()));
        } else {
            for (long i = found; i < list.tail() - 1; i++) {
                put(list, i, at(list, i + 1));
            }
            delete(list, list.tail() - 1);
            workspace.update(remove.key(), list.between(list.head(), list.tail() - 1));
        }
        return true;
    }

    boolean replace(Write.ListReplace replace) {
        Entry.Collection list = workspace.collection(replace.key(), ValueType.LIST);
        long found = list == null ? 0 : find(list, replace.value());
        if (list == null || found == list.tail()) {
            return false;
        }
        put(list, found, replace.replacement().toArray());
        return true;
    }

    /** So many elements from this sequence number on; there must be that many. */
    private List<Bytes> slice(Entry.Collection list, long first, long count) {
        List<Bytes> elements = new ArrayList<>((int) count);
        Cursor cursor = workspace.cursor();
        cursor.seek(ElementKey.sequence(list.generation(), first));
        for (long i = 0; i < count; i++) {
            elements.add(Bytes.wrap(cursor.value()));
            cursor.next();
        }
        return elements;
    }

    /** The sequence number of the first element that equals the value; the tail when none does. */
    private long find(Entry.Collection list, Bytes value) {
        Cursor cursor = workspace.cursor();
        cursor.seek(ElementKey.sequence(list.generation(), list.head()));
        for (long i = list.head(); i < list.tail(); i++) {
            if (Bytes.wrap(cursor.value()).equals(value)) {
                return i;
            }
            cursor.next();
        }
        return list.tail();
    }

    private Entry.Collection copy(Entry.Collection list, long head, long tail) {
        Entry.Collection copy = Entry.Collection.empty(ValueType.LIST, workspace.newGeneration());
        for (long i = head; i < tail; i++) {
            put(copy, i, at(list, i));
        }
        return copy.between(head, tail);
    }

    private byte[] at(Entry.Collection list, long sequence) {
        byte @Nullable [] value = workspace.element(ElementKey.sequence(list.generation(), sequence));
        if (value == null) {
            throw new IllegalStateException("A list has a gap");
        }
        return value;
    }

    private void put(Entry.Collection list, long sequence, byte[] value) {
        workspace.putElement(ElementKey.sequence(list.generation(), sequence), value);
    }

    private void delete(Entry.Collection list, long sequence) {
        workspace.deleteElement(ElementKey.sequence(list.generation(), sequence));
    }
}
