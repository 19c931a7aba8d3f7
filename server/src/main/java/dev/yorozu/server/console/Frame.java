package dev.yorozu.server.console;

import java.util.List;
import java.util.Optional;

/**
 * What every page of the console has around its content.
 *
 * @param section the name of the page among {@link #SECTIONS}
 * @param csrf what its forms send along
 */
public record Frame(String section, String csrf, Optional<Notice> notice) {
    /** The pages by name, in the order of the navigation. */
    public static final List<String> SECTIONS =
            List.of("audit", "sessions", "services", "apps", "doors", "statistics", "backups");

    public List<String> sections() {
        return SECTIONS;
    }

    public boolean isCurrent(String name) {
        return section.equals(name);
    }

    public String path(String name) {
        return name.equals("audit") ? ConsoleModule.MOUNT : ConsoleModule.MOUNT + "/" + name;
    }
}
