package dev.yorozu.store.rocks.log;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.zip.CRC32C;

/*
 * A log is a row of blocks of 32 KiB. A batch lies in one fragment, or in several that follow each other:
 *
 *   4 bytes  checksum (CRC-32C, masked) of all that follows the length
 *   2 bytes  length of the payload
 *   1 byte   type: whole, first, middle or last; others speak of the log itself
 *   4 bytes  number of the log, only in logs that reuse an older file
 *   the payload
 *
 * No fragment crosses the end of a block; what is shorter there than a header is padding. Numbers are little-endian.
 * Zeros are room that was taken and never written, or lost; which of the two it is, what follows tells.
 *
 * Behind a fragment that is damaged, every byte of its block is tried as the beginning of the next, because the damage may
 * have hit the length. That a checksum fits by chance is less likely than one in a hundred thousand blocks.
 */

/** Reads the batches of one log, and goes on behind what is damaged. */
final class LogReader implements AutoCloseable {
    private static final int BLOCK = 32 << 10;
    private static final int HEADER = 7;
    private static final int REUSED_HEADER = 11;
    private static final int REUSED = 4;
    private static final int NOT_BATCHES = 9;
    private static final int IGNORABLE = 0x80;
    private static final int WHOLE = 1;
    private static final int FIRST = 2;
    private static final int LAST = 4;

    private final FileChannel file;
    private final byte[] block = new byte[BLOCK];
    private final ByteBuffer view = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C checksum = new CRC32C();
    private final ByteArrayOutputStream batch = new ByteArrayOutputStream();
    private final Queue<Piece> found = new ArrayDeque<>();
    private long start;
    private int length;
    private int at;
    /** Where the batch began whose last fragment has not come yet; negative between batches. */
    private long begun = -1;
    /** Whether damage was reported since the last whole batch. */
    private boolean lost;

    /** What is found on the way through a log. */
    sealed interface Piece {
        /** @param begin where it begins in the file */
        record Sound(LogRecord record, long begin) implements Piece {}

        /** @param begin where the first thing begins that cannot be read */
        record Unreadable(long begin) implements Piece {}
    }

    LogReader(Path path) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.READ);
    }

    /** The next piece; empty at the end. Of one stretch that cannot be read only the beginning is told. */
    Optional<Piece> next() throws IOException {
        while (found.isEmpty()) {
            if (length - at < HEADER && !nextBlock()) {
                return Optional.ofNullable(found.poll());
            }
            if (length - at >= HEADER) {
                fragment();
            }
        }
        return Optional.of(found.remove());
    }

    private boolean nextBlock() throws IOException {
        boolean last = length < BLOCK && start + length > 0;
        if (last || !load(start + length)) {
            // A header that is cut off, or a batch whose end is missing.
            if (begun >= 0 || (last && at < length)) {
                unreadable();
            }
            at = length;
            return false;
        }
        return true;
    }

    private boolean load(long from) throws IOException {
        view.clear();
        int read = 0;
        while (view.hasRemaining() && read >= 0) {
            read = file.read(view, from + view.position());
        }
        if (view.position() == 0) {
            return false;
        }
        start = from;
        length = view.position();
        at = 0;
        return true;
    }

    private void fragment() {
        int type = Byte.toUnsignedInt(block[at + 6]);
        int header = header(type);
        int payload = Short.toUnsignedInt(view.getShort(at + 4));
        if (!isSound(at)) {
            unreadable();
            do {
                at++;
            } while (length - at >= HEADER && !isBatch(at));
            at = length - at < HEADER ? length : at;
            return;
        }
        if (type < NOT_BATCHES) {
            assemble(type > REUSED ? type - REUSED : type, at + header, payload);
        }
        at += header + payload;
    }

    /** Whether the fragment that begins there is whole and its checksum fits. */
    private boolean isSound(int from) {
        int type = Byte.toUnsignedInt(block[from + 6]);
        int payload = Short.toUnsignedInt(view.getShort(from + 4));
        int end = from + header(type) + payload;
        boolean known = type > 0 && (type <= NOT_BATCHES + 2 || type >= IGNORABLE);
        if (!known || end > length) {
            return false;
        }
        checksum.reset();
        checksum.update(block, from + 6, end - from - 6);
        int sum = (int) checksum.getValue();
        return view.getInt(from) == Integer.rotateRight(sum, 15) + 0xa282ead8;
    }

    /** As {@link #isSound}, for a place that is only guessed: nothing but a piece of a batch will do. */
    private boolean isBatch(int from) {
        int type = Byte.toUnsignedInt(block[from + 6]);
        return type > 0 && type <= LAST && view.getShort(from + 4) != 0 && isSound(from);
    }

    private void assemble(int type, int from, int payload) {
        boolean begins = type == WHOLE || type == FIRST;
        if (begins == begun >= 0) {
            unreadable();
        }
        if (begins) {
            begun = start + at;
            batch.reset();
        }
        if (begun < 0) {
            return;
        }
        batch.write(block, from, payload);
        if (type == WHOLE || type == LAST) {
            LogRecord.of(batch.toByteArray()).ifPresentOrElse(this::sound, this::unreadable);
        }
    }

    private void sound(LogRecord record) {
        found.add(new Piece.Sound(record, begun));
        begun = -1;
        lost = false;
    }

    private void unreadable() {
        if (!lost) {
            found.add(new Piece.Unreadable(begun >= 0 ? begun : start + at));
        }
        lost = true;
        begun = -1;
    }

    private static int header(int type) {
        boolean reused = (type > REUSED && type < NOT_BATCHES) || (type > NOT_BATCHES && (type & 1) == 1);
        return reused ? REUSED_HEADER : HEADER;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
