package dev.yorozu.store.testkit;

import java.nio.file.Path;
import java.util.List;

/** A disk that is soon full, for one process and what it starts: nobody else sees it, and it is gone with them. */
public final class SmallDisk {
    private SmallDisk() {}

    /**
     * What to put before a command, so that it runs with a disk of this size in place of a directory. Needs {@code unshare} of
     * util-linux, and a system that lets processes have mounts of their own.
     *
     * @param size such as {@code 8m}
     */
    public static List<String> before(Path directory, String size) {
        return List.of(
                "unshare",
                "--user",
                "--map-root-user",
                "--mount",
                "sh",
                "-c",
                "mount -t tmpfs -o mode=700,size=" + size + " tmpfs \"$0\" && exec \"$@\"",
                directory.toString());
    }
}
