package dev.yorozu.nostalgic.board;

import dev.yorozu.date.Iso;
import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Messages as the earlier program left them: pushed at the head, so that the newest come first, and after some of its
 * changes the other way round or mixed. Their own times tell.
 */
final class EarlierMessages {
    /** A message with the time that it is sorted by. */
    private record Dated(Bytes message, Optional<Instant> told, Instant at) {}

    private EarlierMessages() {}

    /** The messages in the documented order and form, each once. What is no message stays with the one before it. */
    static List<Bytes> ordered(List<Bytes> found, EarlierChoices choices) {
        Set<String> seen = new HashSet<>();
        List<Dated> messages = new ArrayList<>();
        for (Bytes each : found) {
            Optional<Document> message = Document.parse(each);
            String id = message.flatMap(json -> json.text("id")).orElseGet(each::text);
            if (seen.add(id)) {
                Optional<Instant> told =
                        message.flatMap(json -> json.text("timestamp")).flatMap(Iso::parse);
                messages.add(
                        new Dated(message.map(json -> documented(json, choices)).orElse(each), told, Instant.EPOCH));
            }
        }
        List<Dated> inTurn = new ArrayList<>(isNewestFirst(messages) ? messages.reversed() : messages);
        Instant before = Instant.EPOCH;
        for (int i = 0; i < inTurn.size(); i++) {
            Dated each = inTurn.get(i);
            before = each.told().orElse(before);
            inTurn.set(i, new Dated(each.message(), each.told(), before));
        }
        inTurn.sort(Comparator.comparing(Dated::at));
        return inTurn.stream().map(Dated::message).toList();
    }

    private static Bytes documented(Document message, EarlierChoices choices) {
        Optional<String> writer = message.text("userHash").or(() -> message.text("authorHash"));
        return choices.documented(message, writer).bytes();
    }

    /** Messages of one moment were pushed at the head like all others. */
    private static boolean isNewestFirst(List<Dated> messages) {
        List<Instant> times =
                messages.stream().flatMap(each -> each.told().stream()).toList();
        return times.isEmpty() || !times.getFirst().isBefore(times.getLast());
    }
}
