package dev.yorozu.server.directory;

import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.Directory;
import dev.yorozu.account.DirectoryException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Makes accounts on a disk that it fills and empties itself, and prints what became of them. */
final class FullDiskDirectory {
    private FullDiskDirectory() {}

    /** Argument: where the small disk is. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path disk = Path.of(arguments[0]);
        List<Long> acknowledged = new ArrayList<>();
        try (Directory directory = Directories.open(Directories.embedded(disk), InstantSource.system())) {
            for (int round = 0; round < 2; round++) {
                until(true, directory, acknowledged, 20);
                Path filler = fill(disk);
                until(false, directory, acknowledged, 3);
                System.out.println(pings(directory) ? "well" : "unwell");
                Files.delete(filler);
                until(true, directory, acknowledged, 20);
                System.out.println(pings(directory) ? "well" : "unwell");
            }
        }
        try (Directory directory = Directories.open(Directories.embedded(disk), InstantSource.system())) {
            long lost = acknowledged.stream()
                    .filter(id -> directory.find(id).isEmpty())
                    .count();
            System.out.println("lost " + lost + " of " + acknowledged.size());
        }
    }

    /** Makes accounts until so many were made, or refused. */
    private static void until(boolean made, Directory directory, List<Long> acknowledged, int count)
            throws InterruptedException {
        for (int found = 0; found < count; ) {
            boolean done = create(directory, acknowledged);
            found += done == made ? 1 : 0;
            if (done != made) {
                Thread.sleep(50);
            }
        }
    }

    private static boolean create(Directory directory, List<Long> acknowledged) {
        try {
            AccountCreation creation = directory.create(DirectoryContract.draft(DirectoryContract.fresh()));
            acknowledged.add(((AccountCreation.Created) creation).account().id());
            return true;
        } catch (DirectoryException refused) {
            return false;
        }
    }

    private static boolean pings(Directory directory) {
        try {
            directory.ping();
            return true;
        } catch (DirectoryException away) {
            return false;
        }
    }

    private static Path fill(Path disk) throws IOException {
        Path filler = disk.resolve("filler");
        try (OutputStream out = Files.newOutputStream(filler)) {
            byte[] bytes = new byte[4096];
            while (true) {
                out.write(bytes);
            }
        } catch (IOException full) {
            return filler;
        }
    }
}
