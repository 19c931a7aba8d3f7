package dev.yorozu.server.systems.discord.pages;

import dev.yorozu.server.pages.Avatar;
import dev.yorozu.server.pages.Moment;
import java.util.List;
import java.util.Optional;

/**
 * What the page of somebody who is signed in shows.
 *
 * @param base the page's own path, which all that its forms do begins with
 * @param most how many sessions a user may have
 * @param sharing empty where share links are off
 */
public record AccountView(
        String base,
        String csrf,
        Avatar avatar,
        String name,
        Optional<Notice> notice,
        List<Device> sessions,
        int most,
        Optional<Sharing> sharing) {
    public String path(String below) {
        return base + below;
    }

    /** One session, under an id that lets nobody in. */
    public record Device(String id, boolean current, Moment created, Moment lastSeen, Moment ends) {}

    /**
     * What is there to share files with.
     *
     * @param lives the names of the lives that a link may be given
     * @param wish what the form holds
     * @param made the link that was just made
     * @param listed all links of this user, the newest first
     */
    public record Sharing(
            List<String> hosts, List<String> lives, Wish wish, Optional<Made> made, List<Listed> listed) {}

    /**
     * A link in the list.
     *
     * @param id lets its maker delete it, and opens nothing
     * @param name of its file, or how its token begins where this session cannot know more
     * @param address what is sent to others; empty where this session cannot know it
     */
    public record Listed(String id, String name, Optional<String> address, Moment ends) {}

    /** A link as somebody typed it. */
    public record Wish(String url, String name, String life) {}

    /**
     * A link of this user.
     *
     * @param address what is sent to whoever is to have the file
     */
    public record Made(String token, String address, String name, Moment ends) {}
}
