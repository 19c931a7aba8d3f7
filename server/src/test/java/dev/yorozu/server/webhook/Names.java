package dev.yorozu.server.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A name server that says what it is told, and may say something else each time. */
final class Names implements Network.Resolver {
    private final Map<String, List<List<InetAddress>>> answers = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();

    /** Adds what is said the next time; the last is said from then on. */
    Names say(String host, String... addresses) {
        List<InetAddress> found = Arrays.stream(addresses).map(Names::address).toList();
        answers.computeIfAbsent(host, name -> new CopyOnWriteArrayList<>()).add(found);
        return this;
    }

    static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** All names that were asked for, in order. */
    List<String> asked() {
        return new ArrayList<>(asked);
    }

    @Override
    public synchronized List<InetAddress> resolve(String host) throws UnknownHostException {
        asked.add(host);
        List<List<InetAddress>> left = answers.get(host);
        if (left == null) {
            throw new UnknownHostException(host);
        }
        return left.size() > 1 ? left.removeFirst() : left.getFirst();
    }
}
