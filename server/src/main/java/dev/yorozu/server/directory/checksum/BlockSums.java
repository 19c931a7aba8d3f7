package dev.yorozu.server.directory.checksum;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.zip.CRC32C;

/*
 * Two checksums for each block, in a file of their own: that of the bytes which were last known to be on disk, and that of the
 * bytes which were last written. While the two differ, the block is being changed, and a crash may leave either, or a mixture:
 * then the database's own means decide what counts. When they agree, the block is settled, and holds those bytes or is damaged.
 *
 * So a settled block must be known to be changing before it changes, on disk: that is the one thing this waits for. A new block
 * has no checksums, and says nothing.
 */

/** The checksums of a file's blocks. Not safe for use by several threads. */
final class BlockSums {
    static final int BLOCK = 4096;

    private static final int ENTRY = 2 * Integer.BYTES;
    private static final int NONE = 0;

    private final FileChannel file;
    private final CRC32C crc = new CRC32C();
    private int[] settled = new int[256];
    private int[] written = new int[256];
    private int count;

    BlockSums(FileChannel file) {
        this.file = file;
    }

    /** Reads the checksums that are there. */
    void load() throws IOException {
        count = 0;
        ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(file.size() / ENTRY * ENTRY));
        int read = 0;
        while (all.hasRemaining() && read >= 0) {
            read = file.read(all, all.position());
        }
        all.flip();
        grow(all.remaining() / ENTRY);
        for (int i = 0; i < count; i++) {
            settled[i] = all.getInt();
            written[i] = all.getInt();
        }
    }

    int count() {
        return count;
    }

    /** Whether the block holds these bytes, or may do so until what is written next arrives. */
    boolean fits(int block, ByteBuffer bytes) {
        if (block >= count || written[block] == NONE) {
            return true;
        }
        int sum = sum(bytes);
        return sum == written[block] || sum == settled[block];
    }

    /** Whether the block is known to hold something. */
    boolean isSettled(int block) {
        return block < count && settled[block] == written[block] && settled[block] != NONE;
    }

    /** To be called before these bytes are written to a block; {@link #announce} then makes it known. */
    void change(int block, ByteBuffer bytes) {
        grow(block + 1);
        written[block] = sum(bytes);
    }

    /** Writes what was said of these blocks; waits for the disk where one of them was settled. */
    void announce(int first, int last, boolean wait) throws IOException {
        write(first, last);
        if (wait) {
            file.force(false);
        }
    }

    /** Says that the bytes of these blocks are on disk. */
    void settle(int first, int last) throws IOException {
        for (int i = first; i <= last && i < count; i++) {
            settled[i] = written[i];
        }
        write(first, Math.min(last, count - 1));
    }

    /** Forgets all from this block on, for good. */
    void truncate(int blocks) throws IOException {
        if (blocks < count) {
            Arrays.fill(settled, blocks, count, NONE);
            Arrays.fill(written, blocks, count, NONE);
            count = blocks;
            file.truncate((long) blocks * ENTRY);
            file.force(false);
        }
    }

    private void write(int first, int last) throws IOException {
        if (last < first) {
            return;
        }
        ByteBuffer entries = ByteBuffer.allocate((last - first + 1) * ENTRY);
        for (int i = first; i <= last; i++) {
            entries.putInt(settled[i]).putInt(written[i]);
        }
        entries.flip();
        while (entries.hasRemaining()) {
            file.write(entries, (long) first * ENTRY + entries.position());
        }
    }

    private void grow(int blocks) {
        if (blocks > settled.length) {
            int size = Math.max(blocks, settled.length * 2);
            settled = Arrays.copyOf(settled, size);
            written = Arrays.copyOf(written, size);
        }
        count = Math.max(count, blocks);
    }

    /** Never the number that stands for none. */
    private int sum(ByteBuffer bytes) {
        crc.reset();
        crc.update(bytes.duplicate());
        int sum = (int) crc.getValue();
        return sum == NONE ? 1 : sum;
    }

    void close() throws IOException {
        file.close();
    }
}
