package dev.yorozu.conformance.nostalgic;

import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.ServiceId;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.secret.Digests;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write.End;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/** Writes what the platform's earlier program wrote: its keys, and its values byte for byte. */
public final class EarlierProgram {
    public static final String CREATED = "2025-08-01T02:03:04.567Z";

    private final Store store;
    private final String token;

    public EarlierProgram(Store store, String token) {
        this.store = store;
        this.token = token;
    }

    private void put(Key key, String value) {
        store.commit(Batch.builder().put(key, value, Expiry.never()).build());
    }

    /** No index, no {@code service}, no {@code owner}; the owner's hash as a text of JSON. */
    private String service(Kind kind, SiteUrl url, String fields) {
        String id = ServiceId.of(url);
        put(
                kind.keys().service().key(id),
                "{\"id\":\"" + id + "\",\"url\":\"" + url + "\",\"created\":\"" + CREATED + "\"," + fields + "}");
        put(kind.keys().ownerToken().key(id), "\"" + Digests.hex(token) + "\"");
        put(kind.keys().mapping().key(SiteUrl.encode(url.text())), id);
        return id;
    }

    public String counter(SiteUrl url, long total) {
        String id = service(
                Kind.COUNTER,
                url,
                "\"lastVisit\":\"2025-09-01T00:00:00.000Z\",\"totalCount\":" + total
                        + ",\"settings\":{\"webhookUrl\":\"https://hooks.example/1\"}");
        put(NostalgicKeys.COUNTER_TOTAL.key(id), Long.toString(total));
        return id;
    }

    /** Without an end, as all days were. */
    public void day(String counter, LocalDate date, long visits) {
        put(NostalgicKeys.COUNTER_DAILY.key(counter, date.toString()), Long.toString(visits));
    }

    public void visited(String counter, Visitor visitor, LocalDate date) {
        mark(NostalgicKeys.EARLIER_VISIT.key(counter, hash(visitor, date)), "\"" + date + "T01:02:03.004Z\"");
    }

    /** The first versions had no settings: what is in them now stood beside the other fields. */
    public String like(SiteUrl url, long total) {
        String id = service(Kind.LIKE, url, "\"totalLikes\":" + total + ",\"webhookUrl\":\"https://hooks.example/2\"");
        put(NostalgicKeys.LIKE_TOTAL.key(id), Long.toString(total));
        return id;
    }

    public void liked(String like, Visitor visitor, LocalDate date, boolean liked) {
        mark(NostalgicKeys.EARLIER_LIKE.key(like, hash(visitor, date)), "\"" + liked + "\"");
    }

    private void mark(Key key, String value) {
        store.commit(Batch.builder()
                .put(key, value, Expiry.after(Duration.ofHours(20)))
                .build());
    }

    private static String hash(Visitor visitor, LocalDate date) {
        return Digests.hex(visitor.address() + ":" + visitor.userAgent() + ":" + date)
                .substring(0, 16);
    }

    /** @param settings in JSON */
    public String ranking(SiteUrl url, int entries, String settings) {
        return service(
                Kind.RANKING,
                url,
                "\"lastSubmit\":\"2025-09-02T00:00:00.000Z\",\"totalEntries\":" + entries + ",\"settings\":"
                        + settings);
    }

    public void score(String ranking, String name, long score) {
        store.commit(Batch.builder()
                .rankAdd(NostalgicKeys.RANKING_SCORES.key(ranking), Bytes.of(name), score)
                .build());
    }

    public void shown(String ranking, String name, String text) {
        store.commit(Batch.builder()
                .hashPut(NostalgicKeys.EARLIER_DISPLAY_SCORES.key(ranking), Bytes.of(name), Bytes.of(text))
                .build());
    }

    /** @param settings in JSON */
    public String board(SiteUrl url, int messages, String settings) {
        return service(
                Kind.BOARD,
                url,
                "\"totalMessages\":" + messages + ",\"lastMessage\":\"2025-09-03T00:00:00.000Z\",\"settings\":"
                        + settings);
    }

    /** Pushed at the head, one after the other. */
    public void messages(String board, List<String> messages) {
        for (int from = 0; from < messages.size(); from += 500) {
            Bytes[] some = messages.subList(from, Math.min(messages.size(), from + 500)).stream()
                    .map(Bytes::of)
                    .toArray(Bytes[]::new);
            store.commit(Batch.builder()
                    .listPush(NostalgicKeys.BOARD_MESSAGES.key(board), End.HEAD, some)
                    .build());
        }
    }

    /** The number tells the minute at which it was posted. */
    public static String message(String board, int number, String more) {
        return "{\"id\":\"" + board + "_mf" + number + "_x1y2z3\",\"author\":\"名無しさん\",\"message\":\"m" + number
                + "\",\"timestamp\":\"" + time(number) + "\"" + more + ",\"authorHash\":\"0123456789abcdef\"}";
    }

    private static String time(int number) {
        return Instant.parse("2025-08-02T00:00:00.000Z")
                .plus(Duration.ofMinutes(number))
                .toString()
                .replace(":00Z", ":00.000Z");
    }
}
