package dev.yorozu.server.operate.backup.format;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** What a backup is wrapped in as a file. */
public interface Envelope {
    /** Wraps what is written; closing the result completes the envelope and leaves the target open. */
    OutputStream seal(OutputStream target) throws IOException;

    /** What is within; throws {@link DamagedBackup} when this does not open it. */
    InputStream open(InputStream source) throws IOException;

    /** None at all. */
    Envelope NONE = new Envelope() {
        @Override
        public OutputStream seal(OutputStream target) {
            return new FilterOutputStream(target) {
                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    out.write(bytes, offset, length);
                }

                @Override
                public void close() throws IOException {
                    flush();
                }
            };
        }

        @Override
        public InputStream open(InputStream source) {
            return source;
        }
    };
}
