package dev.yorozu.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * An immutable run of bytes: a value, a set member, a hash field.
 *
 * <p>Ordered as unsigned bytes, which is the order that breaks ties in a sorted set. Its text form shows only its
 * length, because values are secrets more often than not.
 */
public final class Bytes implements Comparable<Bytes> {
    private static final Bytes EMPTY = new Bytes(new byte[0], 0, 0);

    private final byte[] array;
    private final int offset;
    private final int length;

    private Bytes(byte[] array, int offset, int length) {
        this.array = array;
        this.offset = offset;
        this.length = length;
    }

    public static Bytes of(byte[] source) {
        return source.length == 0 ? EMPTY : new Bytes(source.clone(), 0, source.length);
    }

    public static Bytes of(String text) {
        return wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The decimal form, as counters are kept. */
    public static Bytes of(long number) {
        int length = number < 0 ? 2 : 1;
        for (long rest = number / 10; rest != 0; rest /= 10) {
            length++;
        }
        byte[] decimal = new byte[length];
        decimal[0] = '-';
        long rest = number;
        for (int i = length - 1; i >= (number < 0 ? 1 : 0); i--) {
            decimal[i] = (byte) ('0' + Math.abs(rest % 10));
            rest /= 10;
        }
        return wrap(decimal);
    }

    /** Takes the array over without a copy: the caller must not change it afterwards. */
    public static Bytes wrap(byte[] owned) {
        return new Bytes(owned, 0, owned.length);
    }

    /** Takes a part of the array over without a copy: the caller must not change it afterwards. */
    public static Bytes wrap(byte[] owned, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, owned.length);
        return new Bytes(owned, offset, length);
    }

    public int length() {
        return length;
    }

    /** The byte at this position, as a signed byte. */
    public byte at(int index) {
        Objects.checkIndex(index, length);
        return array[offset + index];
    }

    /** A copy that the caller owns. */
    public byte[] toArray() {
        return Arrays.copyOfRange(array, offset, offset + length);
    }

    /** Reads bytes where they lie, from one index to before another. It may keep the array, and must not change it. */
    @FunctionalInterface
    public interface Reading<R> {
        R read(byte[] array, int from, int to);
    }

    /** What a reading gives of these bytes, without a copy. */
    public <R> R read(Reading<R> reading) {
        return reading.read(array, offset, offset + length);
    }

    /** Copies all bytes into the target, from the given position on. */
    public void copyTo(byte[] target, int position) {
        System.arraycopy(array, offset, target, position, length);
    }

    /** The bytes read as UTF-8; what is not UTF-8 becomes the replacement character. */
    public String text() {
        return new String(array, offset, length, StandardCharsets.UTF_8);
    }

    /**
     * The 64-bit number that these bytes spell, as counters are kept: digits, a minus sign before them where needed, and
     * nothing else, not even a leading zero.
     */
    public OptionalLong number() {
        boolean negative = length > 0 && at(0) == '-';
        int first = negative ? 1 : 0;
        if (length == first || length > first + 19 || (at(first) == '0' && length > 1)) {
            return OptionalLong.empty();
        }
        long value = 0; // Kept negative, because the negative range is the larger one.
        for (int i = first; i < length; i++) {
            int digit = at(i) - '0';
            if (digit < 0 || digit > 9 || value < (Long.MIN_VALUE + digit) / 10) {
                return OptionalLong.empty();
            }
            value = value * 10 - digit;
        }
        if (negative) {
            return OptionalLong.of(value);
        }
        return value == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(-value);
    }

    @Override
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(
                array, offset, offset + length, other.array, other.offset, other.offset + other.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that && length == that.length && (isSame(that) || hasEqual(that));
    }

    /** Whether they are not only equal but lie at the same place. */
    private boolean isSame(Bytes that) {
        return array == that.array && offset == that.offset;
    }

    private boolean hasEqual(Bytes that) {
        return Arrays.equals(array, offset, offset + length, that.array, that.offset, that.offset + length);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }

    @Override
    public String toString() {
        return "Bytes[" + length + "]";
    }
}
