package dev.yorozu.bench.nostalgic;

import dev.yorozu.bench.http.HttpWork;
import dev.yorozu.bench.http.Visit;
import java.util.List;
import java.util.stream.LongStream;

/** What visitors of a page do with its widgets, request after request. */
final class NostalgicWork {
    private static final int POSTS = 200;

    private NostalgicWork() {}

    /** All that is measured, with the services of these names. */
    static List<HttpWork> all(String counterId, String likeId, String rankingId, String boardId) {
        String counter = "/api/visit?id=" + counterId;
        String like = "/api/like?id=" + likeId;
        String ranking = "/api/ranking?id=" + rankingId;
        String board = "/api/bbs?id=" + boardId;
        return List.of(
                new HttpWork("visit, counted", number -> by(counter + "&action=increment", number)),
                new HttpWork("visit, again", number -> by(counter + "&action=increment", number % POSTS)),
                new HttpWork("counter as image", number -> by(counter + "&action=display", number)),
                new HttpWork("like", number -> by(like + "&action=toggle", number)),
                new HttpWork(
                        "score submitted",
                        number -> by(
                                ranking + "&action=submit&name=player" + number % 5000 + "&score=" + number, number)),
                new HttpWork("ranking read", number -> by(ranking + "&action=get", number)),
                new HttpWork(
                        "page of a board read", number -> by(board + "&action=get&page=" + (1 + number % 10), number)));
    }

    /** The requests that fill a board, each by another visitor. */
    static List<byte[]> posts(String id) {
        return LongStream.range(0, POSTS)
                .mapToObj(number -> by(
                        "/api/bbs?id=" + id + "&action=post&author=bench&message=message%20number%20" + number, number))
                .toList();
    }

    /** Every number comes from an address of its own, as a proxy tells. */
    private static byte[] by(String path, long number) {
        String address = "10." + (number >> 16 & 255) + "." + (number >> 8 & 255) + "." + (number & 255);
        return Visit.from(path, address, "bench/" + (number >> 24));
    }
}
