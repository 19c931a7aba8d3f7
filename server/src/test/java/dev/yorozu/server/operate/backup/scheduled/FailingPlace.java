package dev.yorozu.server.operate.backup.scheduled;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.util.List;

/** A directory where something goes wrong when a backup is begun, or one that gives nothing away. */
record FailingPlace(DirectoryPlace place, Beginning beginning, boolean keepsAll) implements BackupPlace {
    /** Begins a backup, or fails. */
    interface Beginning {
        Draft begin(DirectoryPlace place, String name) throws IOException;
    }

    /** A disk that is full, as the system knows one. */
    static FailingPlace full(DirectoryPlace place) {
        return beginning(place, (there, name) -> new FullDraft(there.begin(name), new FileOutputStream("/dev/full")));
    }

    static FailingPlace beginning(DirectoryPlace place, Beginning beginning) {
        return new FailingPlace(place, beginning, false);
    }

    static FailingPlace keepingAll(DirectoryPlace place) {
        return new FailingPlace(place, DirectoryPlace::begin, true);
    }

    @Override
    public List<Stored> list() throws IOException {
        return place.list();
    }

    @Override
    public Draft begin(String name) throws IOException {
        return beginning.begin(place, name);
    }

    @Override
    public InputStream read(String name) throws IOException {
        return place.read(name);
    }

    @Override
    public void remove(String name) throws IOException {
        if (keepsAll) {
            throw new AccessDeniedException(name);
        }
        place.remove(name);
    }

    @Override
    public String identity() {
        return place.identity();
    }

    private record FullDraft(Draft draft, OutputStream out) implements Draft {
        @Override
        public void finish() throws IOException {
            draft.finish();
        }

        @Override
        public InputStream readBack() throws IOException {
            return draft.readBack();
        }

        @Override
        public void keep() throws IOException {
            draft.keep();
        }

        @Override
        public void close() {
            draft.close();
        }
    }
}
