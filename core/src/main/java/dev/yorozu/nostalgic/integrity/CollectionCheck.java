package dev.yorozu.nostalgic.integrity;

import dev.yorozu.date.Iso;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.board.settings.BoardSettings;
import dev.yorozu.nostalgic.ranking.RankingSettings;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Looks at the entries of a ranking and the messages of a board: readable, no more than there may be, as many as the record
 * repeats, and details and edit tokens of these alone.
 */
record CollectionCheck(Store store) {
    private static final int PAGE = 256;
    /** How many go at once; what is left is the next round's. */
    private static final int STEP = 1000;

    void ranking(Service service, Seen.Text record, List<Flaw> flaws) {
        Key scores = NostalgicKeys.RANKING_SCORES.key(service.id());
        Guard shape = Guard.behind(scores, Bytes.of(""), Double.NEGATIVE_INFINITY, Order.FALLING);
        long size = store.size(scores);
        OptionalLong told = service.record().number("maxEntries");
        long most = Math.clamp(told.orElse(0), 1, RankingSettings.MOST_ENTRIES);
        if (told.isPresent() && size > most) {
            String what = "The ranking has " + size + " entries, and may have " + most + ".";
            boolean rising =
                    service.settings().text("sortOrder").filter("asc"::equals).isPresent();
            Order order = rising ? Order.RISING : Order.FALLING;
            flaws.add(Flaw.of(Damage.TOO_MANY_ENTRIES, service, scores, what)
                    .proven(record.unchanged(), shape)
                    .repaired(
                            "keep the best",
                            new Write.RankTrim(scores, order, Math.max(most, size - STEP)),
                            TotalCheck.counted(service, record, scores)));
        } else if (TotalCheck.isWrong(service, size)) {
            Write counted = new Write.RankTrim(scores, Order.RISING, Integer.MAX_VALUE);
            flaws.add(
                    TotalCheck.wrongCopy(service, record, counted, List.of(shape, Guard.sizeBelow(scores, size + 1))));
        }
        details(service, scores, flaws);
    }

    private void details(Service service, Key scores, List<Flaw> flaws) {
        Key details = NostalgicKeys.RANKING_DETAILS.key(service.id());
        List<Bytes> members = List.copyOf(store.fields(details).keySet());
        for (int from = 0; from < members.size(); from += PAGE) {
            List<Bytes> page = members.subList(from, Math.min(members.size(), from + PAGE));
            List<OptionalDouble> found = store.readAll(page.stream()
                    .map(member -> new Read.ScoreOf(scores, member))
                    .toList());
            for (int i = 0; i < page.size(); i++) {
                if (found.get(i).isEmpty()) {
                    String what = "There are details of an entry that is not there.";
                    Guard gone = Guard.behind(scores, page.get(i), Double.NEGATIVE_INFINITY, Order.FALLING);
                    flaws.add(Flaw.of(Damage.DETAILS_OF_NOBODY, service, details, what)
                            .proven(gone, Guard.present(details))
                            .repaired("remove them", new Write.HashRemove(details, List.of(page.get(i)))));
                }
            }
        }
    }

    void board(Service service, Seen.Text record, List<Flaw> flaws) {
        Key messages = NostalgicKeys.BOARD_MESSAGES.key(service.id());
        long size = store.size(messages);
        OptionalLong told = service.settings().number("maxMessages");
        long most = Math.clamp(told.orElse(BoardSettings.MOST_MESSAGES), 1, BoardSettings.MOST_MESSAGES);
        if (size > most) {
            String what = "The board has " + size + " messages, and may have " + most + ".";
            flaws.add(Flaw.of(Damage.TOO_MANY_MESSAGES, service, messages, what)
                    .proven(record.unchanged())
                    .repaired(
                            "keep the newest",
                            new Write.ListTrim(messages, Write.End.TAIL, Math.max(most, size - STEP)),
                            TotalCheck.counted(service, record, messages)));
        } else if (TotalCheck.isWrong(service, size)) {
            Write counted = new Write.ListTrim(messages, Write.End.TAIL, Integer.MAX_VALUE);
            flaws.add(TotalCheck.wrongCopy(service, record, counted, List.of(Guard.sizeBelow(messages, size + 1))));
        }
        messages(service, record, messages, flaws);
    }

    /**
     * Reads from the newest towards the oldest, counting from the newest, whose place changes with every post: a message
     * that moves on meanwhile is met again rather than missed.
     */
    private void messages(Service service, Seen.Text record, Key messages, List<Flaw> flaws) {
        Key edits = NostalgicKeys.BOARD_EDITS.key(service.id());
        // A message and its token come in one batch and no message returns: whose token is there before the list is
        // read, and who is not in it then, is gone for good.
        Set<Bytes> tokens = new HashSet<>(store.fields(edits).keySet());
        List<Bytes> page;
        long from = 0;
        do {
            from -= PAGE;
            page = store.slice(messages, from, from + PAGE - 1);
            for (Bytes message : page) {
                Optional<String> id = id(message);
                if (id.isPresent()) {
                    tokens.remove(Bytes.of(id.get()));
                } else {
                    flaws.add(Flaw.of(Damage.MESSAGE_UNREADABLE, service, messages, "A message is no JSON of one.")
                            .proven(Guard.present(messages), Guard.present(record.key()))
                            .open("nobody can know what it said: cleanup invalid removes it")
                            .removed(
                                    new Write.ListRemove(messages, message),
                                    TotalCheck.counted(service, record, messages)));
                }
            }
        } while (page.size() == PAGE);
        for (Bytes gone : tokens) {
            String what = "There is an edit token of a message that is not there.";
            flaws.add(Flaw.of(Damage.EDITS_OF_NOBODY, service, edits, what)
                    .proven(Guard.present(edits))
                    .repaired("remove it", new Write.HashRemove(edits, List.of(gone))));
        }
    }

    /** The id of a message that can be shown. */
    private static Optional<String> id(Bytes message) {
        return Document.parse(message)
                .filter(json -> json.text("message").isPresent()
                        && json.text("timestamp").flatMap(Iso::parse).isPresent())
                .flatMap(json -> json.text("id"));
    }
}
