package dev.yorozu.store.memory;

import dev.yorozu.store.Bytes;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Objects;
import java.util.RandomAccess;

/** A list that grows and shrinks at either end without moving what it holds, as clients use lists. */
final class Sequence extends AbstractList<Bytes> implements RandomAccess {
    private static final Bytes NOTHING = Bytes.of("");
    private static final int LEAST = 8;

    private Bytes[] array = new Bytes[0];
    private int head;
    private int size;

    @Override
    public int size() {
        return size;
    }

    @Override
    public Bytes get(int index) {
        return array[head + Objects.checkIndex(index, size)];
    }

    @Override
    public Bytes set(int index, Bytes element) {
        Bytes old = get(index);
        array[head + index] = element;
        return old;
    }

    @Override
    public void addFirst(Bytes element) {
        if (head == 0) {
            spread();
        }
        array[--head] = element;
        size++;
    }

    @Override
    public void addLast(Bytes element) {
        if (head + size == array.length) {
            spread();
        }
        array[head + size++] = element;
    }

    /** Moves all to the middle of an array with as much room at each end as there are elements, and some. */
    private void spread() {
        Bytes[] larger = new Bytes[3 * size + 2 * LEAST];
        System.arraycopy(array, head, larger, size + LEAST, size);
        array = larger;
        head = size + LEAST;
    }

    @Override
    public Bytes remove(int index) {
        Bytes old = get(index);
        removeRange(index, index + 1);
        return old;
    }

    @Override
    protected void removeRange(int from, int to) {
        if (from < size - to) {
            System.arraycopy(array, head, array, head + to - from, from);
            clear(head, head + to - from);
            head += to - from;
        } else {
            System.arraycopy(array, head + to, array, head + from, size - to);
            clear(head + size - (to - from), head + size);
        }
        size -= to - from;
        if (array.length > 8 * (size + LEAST)) {
            spread();
        }
    }

    /** What is removed must not be kept in memory. */
    private void clear(int from, int to) {
        Arrays.fill(array, from, to, NOTHING);
    }
}
