package dev.yorozu.server.directory.checksum;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.h2.store.fs.FileBaseDefault;
import org.jspecify.annotations.Nullable;

/**
 * A file that notices when its bytes are not those that were written: all of them when it is opened, and each block whenever it
 * is read. One that has no checksums yet, of an earlier version or put there by hand, gets them as it is.
 */
final class ChecksummedFile extends FileBaseDefault {
    private static final int BLOCK = BlockSums.BLOCK;
    private static final Duration SETTLED_WITHIN = Duration.ofSeconds(1);

    private final FileChannel base;
    private final BlockSums sums;
    private final Consumer<String> damage;
    private final ReentrantLock lock = new ReentrantLock();
    private int firstDirty = Integer.MAX_VALUE;
    private int lastDirty = -1;
    private boolean settling;
    /** After a write that failed nobody knows what the blocks hold that were not on disk yet: they stay unsettled. */
    private boolean failed;

    /** @param damage is told what is wrong when bytes are not those that were written */
    ChecksummedFile(FileChannel base, FileChannel sums, Consumer<String> damage) {
        this.base = base;
        this.sums = new BlockSums(sums);
        this.damage = damage;
    }

    private void verify() throws IOException {
        sums.load();
        int blocks = blocks(base.size());
        for (int block = blocks; block < sums.count(); block++) {
            if (sums.isSettled(block)) {
                throw damaged(block);
            }
        }
        for (int block = 0; block < blocks; block++) {
            ByteBuffer bytes = block(block);
            if (!sums.isSettled(block)) {
                sums.change(block, bytes);
            } else if (!sums.fits(block, bytes)) {
                throw damaged(block);
            }
        }
        base.force(false);
        sums.settle(0, blocks - 1);
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
        int wanted = (int) Math.min(target.remaining(), Math.max(0, base.size() - position));
        if (wanted == 0) {
            return base.read(target, position);
        }
        int first = (int) (position / BLOCK);
        int last = (int) ((position + wanted - 1) / BLOCK);
        ByteBuffer image = read(first, last);
        if (!fit(image, first)) {
            // A write between the two looks changes both; without one, the bytes are wrong.
            lock.lock();
            try {
                image = read(first, last);
                if (!fit(image, first)) {
                    throw damaged(first);
                }
            } finally {
                lock.unlock();
            }
        }
        target.put(image.slice((int) (position - (long) first * BLOCK), wanted));
        return wanted;
    }

    private boolean fit(ByteBuffer image, int first) {
        lock.lock();
        try {
            for (int from = 0, block = first; from < image.limit(); from += BLOCK, block++) {
                if (!sums.fits(block, image.slice(from, Math.min(BLOCK, image.limit() - from)))) {
                    return false;
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
        int length = source.remaining();
        if (length == 0) {
            return 0;
        }
        lock.lock();
        try {
            int first = (int) (position / BLOCK);
            int last = (int) ((position + length - 1) / BLOCK);
            ByteBuffer image = image(source, position, first, last);
            boolean wait = false;
            for (int block = first; block <= last; block++) {
                int from = (block - first) * BLOCK;
                wait |= sums.isSettled(block);
                sums.change(block, image.slice(from, Math.min(BLOCK, image.limit() - from)));
            }
            firstDirty = Math.min(firstDirty, first);
            lastDirty = Math.max(lastDirty, last);
            sums.announce(first, last, wait);
            for (long at = position; source.hasRemaining(); ) {
                at += base.write(source, at);
            }
            if (!settling) {
                settling = true;
                Thread.ofVirtual().name("yorozu-settling").start(this::settleSoon);
            }
            return length;
        } catch (IOException | RuntimeException e) {
            failed = true;
            throw e;
        } finally {
            lock.unlock();
        }
    }

    /** The database itself waits for the disk only where it is told to, which may be hours away. */
    private void settleSoon() {
        try {
            Thread.sleep(SETTLED_WITHIN);
        } catch (InterruptedException nobodyInterruptsThis) {
            Thread.currentThread().interrupt();
        }
        lock.lock();
        try {
            settling = false;
            if (isOpen() && !failed) {
                force(false);
            }
        } catch (IOException unsettled) {
            // The blocks stay as they are, and the next write finds out what is wrong.
            failed = true;
        } finally {
            lock.unlock();
        }
    }

    /** The blocks as they will be once this is written. */
    private ByteBuffer image(ByteBuffer source, long position, int first, int last) throws IOException {
        long start = (long) first * BLOCK;
        long end = Math.max(position + source.remaining(), Math.min(base.size(), (last + 1L) * BLOCK));
        ByteBuffer image = ByteBuffer.allocate((int) (end - start));
        if (position > start || position + source.remaining() < end) {
            ByteBuffer old = read(first, last);
            image.put(0, old, 0, old.limit());
        }
        image.put((int) (position - start), source, source.position(), source.remaining());
        return image;
    }

    @Override
    public void force(boolean metadata) throws IOException {
        lock.lock();
        try {
            base.force(metadata);
            if (!failed) {
                sums.settle(firstDirty, lastDirty);
                firstDirty = Integer.MAX_VALUE;
                lastDirty = -1;
            }
        } catch (IOException | RuntimeException e) {
            failed = true;
            throw e;
        } finally {
            lock.unlock();
        }
    }

    @Override
    protected void implTruncate(long size) throws IOException {
        lock.lock();
        try {
            // A block that is cut in two has no checksum until it is written anew.
            sums.truncate((int) (size / BLOCK));
            base.truncate(size);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long size() throws IOException {
        return base.size();
    }

    /** The database locks its file before anything else; whoever has the lock looks whether all is as it was written. */
    @Override
    public @Nullable FileLock tryLock(long position, long size, boolean shared) throws IOException {
        FileLock held = base.tryLock(position, size, shared);
        if (held != null) {
            verify();
        }
        return held;
    }

    @Override
    protected void implCloseChannel() throws IOException {
        try {
            // All that was written is settled now, so that a file at rest is wholly known.
            force(false);
            sums.close();
        } finally {
            base.close();
        }
    }

    private ByteBuffer block(int block) throws IOException {
        return read(block, block);
    }

    private ByteBuffer read(int first, int last) throws IOException {
        ByteBuffer image = ByteBuffer.allocate((last - first + 1) * BLOCK);
        long start = (long) first * BLOCK;
        int read = 0;
        while (image.hasRemaining() && read >= 0) {
            read = base.read(image, start + image.position());
        }
        return image.flip();
    }

    private static int blocks(long size) {
        return (int) ((size + BLOCK - 1) / BLOCK);
    }

    private IOException damaged(int block) {
        String what = "at byte " + (long) block * BLOCK;
        damage.accept(what);
        return new IOException("The file is damaged " + what);
    }
}
