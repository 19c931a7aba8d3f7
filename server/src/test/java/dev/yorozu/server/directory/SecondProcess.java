package dev.yorozu.server.directory;

import dev.yorozu.server.config.StartException;
import java.nio.file.Path;
import java.time.InstantSource;

/** Another process that opens the directory of accounts. */
final class SecondProcess {
    private SecondProcess() {}

    public static void main(String[] arguments) {
        try {
            Directories.open(Directories.embedded(Path.of(arguments[0])), InstantSource.system())
                    .close();
        } catch (StartException refused) {
            System.out.println(refused.getMessage());
            System.exit(2);
        }
    }
}
