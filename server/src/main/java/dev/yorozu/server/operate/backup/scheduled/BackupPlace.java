package dev.yorozu.server.operate.backup.scheduled;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/** Where scheduled backups lie. */
interface BackupPlace {
    /** All that have names as backups have, the newest first. */
    List<Stored> list() throws IOException;

    /** Begins a new one. */
    Draft begin(String name) throws IOException;

    InputStream read(String name) throws IOException;

    /** The same, where some hundred bytes are enough. */
    default InputStream beginning(String name) throws IOException {
        return read(name);
    }

    void remove(String name) throws IOException;

    /** What tells this place from others. */
    String identity();

    /** A backup on its way. Closing it removes what was not kept. */
    interface Draft extends AutoCloseable {
        /** Takes the content; stays the draft's. */
        OutputStream out();

        /** Says that all of it was written, and returns when the place has it for good. */
        void finish() throws IOException;

        /** Reads again, from the place, what was written there. */
        InputStream readBack() throws IOException;

        /** Gives it its name. */
        void keep() throws IOException;

        @Override
        void close();
    }
}
