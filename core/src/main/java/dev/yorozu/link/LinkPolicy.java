package dev.yorozu.link;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;

/**
 * What links may lead to, and for how long.
 *
 * @param hosts a link's host equals one of these, or lies below it; {@link #ANY_HOST} among them allows all
 * @param defaultLife how long a link lives when its owner does not say
 * @param maxLife the longest that an owner can ask for
 * @param maxListed how many of the newest are listed for their owner
 * @param added what every address is given in its query, by name, such as what makes its host send a file as a download
 */
public record LinkPolicy(
        List<String> hosts, Duration defaultLife, Duration maxLife, int maxListed, SequencedMap<String, String> added) {
    /** The greatest number of listed links that can be set: all of them are read at once. */
    public static final int MOST_LISTED = 500;

    /** In place of a host: for programs that make all links themselves. */
    public static final String ANY_HOST = "*";

    public static final List<String> DEFAULT_HOSTS =
            List.of("public.blob.vercel-storage.com", "blob.vercel-storage.com");

    public LinkPolicy {
        added = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(added));
        hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).toList();
        if (hosts.isEmpty() || !hosts.stream().allMatch(host -> host.equals(ANY_HOST) || DownloadUrl.isHost(host))) {
            throw new IllegalArgumentException("A link policy needs host names, such as files.example.com");
        }
        if (defaultLife.toMillis() < 1 || defaultLife.compareTo(maxLife) > 0) {
            throw new IllegalArgumentException("A link's life must be positive, and by default not above the longest");
        }
        if (maxListed < 1 || maxListed > MOST_LISTED) {
            throw new IllegalArgumentException("From 1 to " + MOST_LISTED + " links are listed");
        }
    }

    /** Addresses as they are given, for seven days, at most fourteen; the newest hundred are listed. */
    public static LinkPolicy standard(List<String> hosts) {
        return new LinkPolicy(hosts, Duration.ofDays(7), Duration.ofDays(14), 100, new LinkedHashMap<>());
    }

    /** The same, with something more in the query of every address. */
    public LinkPolicy adding(String name, String value) {
        SequencedMap<String, String> more = new LinkedHashMap<>(added);
        more.put(name, value);
        return new LinkPolicy(hosts, defaultLife, maxLife, maxListed, more);
    }

    DownloadUrl completed(DownloadUrl url) {
        DownloadUrl completed = url;
        for (Map.Entry<String, String> each : added.entrySet()) {
            completed = completed.with(each.getKey(), each.getValue());
        }
        return completed;
    }

    boolean allows(DownloadUrl url) {
        return url.secure()
                && url.defaultPort()
                && DownloadUrl.isHost(url.host())
                && hosts.stream()
                        .anyMatch(host -> host.equals(ANY_HOST)
                                || url.host().equals(host)
                                || url.host().endsWith("." + host));
    }
}
