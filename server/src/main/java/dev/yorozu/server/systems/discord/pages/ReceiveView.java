package dev.yorozu.server.systems.discord.pages;

import dev.yorozu.server.pages.Moment;
import java.util.Optional;

/**
 * What somebody sees who opens a share link.
 *
 * @param file empty when the link cannot be opened
 * @param trouble the name that the texts have for why
 */
public record ReceiveView(Optional<File> file, String trouble) {
    /**
     * The file behind a link.
     *
     * @param host where it lies, so that people can see it before they go there
     */
    public record File(String name, String host, String download, Moment ends) {}
}
