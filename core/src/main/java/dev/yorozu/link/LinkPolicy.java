package dev.yorozu.link;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What links may lead to, and for how long.
 *
 * @param hosts a link's host equals one of these, or lies below it
 * @param defaultLife how long a link lives when its maker does not say
 * @param maxLife the longest that a maker can ask for
 * @param maxListed how many of the newest are listed for their maker
 */
public record LinkPolicy(List<String> hosts, Duration defaultLife, Duration maxLife, int maxListed) {
    /** The greatest number of listed links that can be set: all of them are read at once. */
    public static final int MOST_LISTED = 500;

    public static final List<String> DEFAULT_HOSTS =
            List.of("public.blob.vercel-storage.com", "blob.vercel-storage.com");

    public LinkPolicy {
        hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).toList();
        if (hosts.isEmpty() || !hosts.stream().allMatch(DownloadUrl::isHost)) {
            throw new IllegalArgumentException("A link policy needs host names, such as files.example.com");
        }
        if (defaultLife.toMillis() < 1 || defaultLife.compareTo(maxLife) > 0) {
            throw new IllegalArgumentException("A link's life must be positive, and by default not above the longest");
        }
        if (maxListed < 1 || maxListed > MOST_LISTED) {
            throw new IllegalArgumentException("From 1 to " + MOST_LISTED + " links are listed");
        }
    }

    /** Seven days, at most fourteen; the newest hundred are listed. */
    public static LinkPolicy standard(List<String> hosts) {
        return new LinkPolicy(hosts, Duration.ofDays(7), Duration.ofDays(14), 100);
    }

    boolean allows(DownloadUrl url) {
        return url.secure()
                && url.defaultPort()
                && DownloadUrl.isHost(url.host())
                && hosts.stream()
                        .anyMatch(host -> url.host().equals(host) || url.host().endsWith("." + host));
    }
}
