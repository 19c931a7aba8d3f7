package dev.yorozu.bench.nostalgic;

import dev.yorozu.bench.http.Fixture;
import dev.yorozu.bench.http.NodePeer;
import dev.yorozu.bench.http.Requests;
import dev.yorozu.bench.http.Row;
import dev.yorozu.bench.http.Talk;
import dev.yorozu.bench.measure.Together;
import dev.yorozu.server.config.Settings;
import dev.yorozu.store.Store;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/** Pages with counters, likes, rankings and boards, and what their visitors do, each from an address of its own. */
public final class NostalgicFixture implements Fixture {
    private static final int SERVICES = 1000;
    /** Rankings and boards are fewer, because each is filled. */
    private static final int FILLED = 100;

    private static final int ENTRIES = 100;
    private static final int MESSAGES = 200;
    /** Who comes again; they are all counted while the server warms up. */
    private static final int REGULARS = 5000;
    /** Of so many scores one is good enough for a ranking. */
    private static final int ONE_ENTERS = 20;

    private final AtomicLong numbers = new AtomicLong();
    private List<String> counters = List.of();
    private List<String> likes = List.of();
    private List<String> rankings = List.of();
    private List<String> boards = List.of();

    @Override
    public List<Row> rows() {
        Row visits = row("new visit", number -> by("/api/visit?action=increment&id=" + of(counters, number), number));
        return List.of(
                visits.beside(new NodePeer("counter on ioredis", "counter", port -> visits.client())),
                row("repeated visit", number -> again(number % REGULARS)),
                row("counter image", number -> by("/api/visit?action=display&id=" + any(counters), number), "<svg"),
                row("like", number -> by("/api/like?action=toggle&id=" + any(likes), number)),
                row("score", number -> by(score(number), number)),
                row("ranking", number -> by("/api/ranking?action=get&id=" + any(rankings), number)),
                row("board page", number -> by(page(), number)));
    }

    private Row row(String name, LongFunction<byte[]> request) {
        return row(name, request, "{\"success\":true,");
    }

    private Row row(String name, LongFunction<byte[]> request, String beginning) {
        return new Row("nostalgic " + name, () -> Talk.of(() -> request.apply(numbers.incrementAndGet()), beginning));
    }

    /** A visit that its counter has counted today. */
    private byte[] again(long regular) {
        return by("/api/visit?action=increment&id=" + of(counters, regular), -regular);
    }

    /** A score of somebody new, most of which are below the least of a full ranking. */
    private String score(long number) {
        boolean enters = number % ONE_ENTERS == 0;
        long score = enters ? ENTRIES + number : ThreadLocalRandom.current().nextLong(ENTRIES / 2);
        return "/api/ranking?action=submit&name=guest" + number + "&score=" + score + "&id=" + any(rankings);
    }

    private String page() {
        int page = 1 + ThreadLocalRandom.current().nextInt(MESSAGES / 10);
        return "/api/bbs?action=get&page=" + page + "&id=" + any(boards);
    }

    private static String any(List<String> ids) {
        return ids.get(ThreadLocalRandom.current().nextInt(ids.size()));
    }

    private static String of(List<String> ids, long number) {
        return ids.get((int) (number % ids.size()));
    }

    private static byte[] by(String path, long number) {
        String address = "10." + (number >> 16 & 255) + "." + (number >> 8 & 255) + "." + (number & 255);
        return Requests.from(path, address, "bench/" + (number >> 24));
    }

    /** Clients may say where they come from. */
    @Override
    public String settings() {
        return "trustedProxies: 127.0.0.0/8\n";
    }

    @Override
    public void seed(Store store, Settings settings) {
        SeededServices services = new SeededServices(store);
        counters = Together.make(SERVICES, number -> services.counter("counter" + number));
        likes = Together.make(SERVICES, number -> services.like("like" + number));
        rankings = Together.make(FILLED, number -> services.fullRanking("ranking" + number, ENTRIES));
        boards = Together.make(FILLED, number -> services.board("board" + number, MESSAGES));
    }
}
