package dev.yorozu.nostalgic.integrity;

import static dev.yorozu.nostalgic.integrity.Damage.EDITS_OF_NOBODY;
import static dev.yorozu.nostalgic.integrity.Damage.MESSAGE_UNREADABLE;
import static dev.yorozu.nostalgic.integrity.Damage.TOO_MANY_MESSAGES;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Iso;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.board.settings.BoardSettings;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Looks at the messages of a board: readable, no more than it may have, and edit tokens of these alone. */
record BoardCheck(Store store) {
    private static final int PAGE = 256;
    /** How many messages go at once; what is left is the next round's. */
    private static final int STEP = 1000;

    List<Flaw> look(Service service, Seen.Text record) {
        Key messages = NostalgicKeys.BOARD_MESSAGES.key(service.id());
        Key edits = NostalgicKeys.BOARD_EDITS.key(service.id());
        try {
            List<Flaw> flaws = new ArrayList<>(amount(service, record, messages));
            // A message and its token come in one batch and no message returns: whose token is there before the list is
            // read, and who is not in it then, is gone for good.
            Set<Bytes> tokens = new HashSet<>(store.fields(edits).keySet());
            walk(service, record, messages, tokens, flaws);
            tokens.forEach(gone -> flaws.add(edit(service, edits, gone)));
            return flaws;
        } catch (StoreException.WrongType reportedWithItsKey) {
            return List.of();
        }
    }

    private List<Flaw> amount(Service service, Seen.Text record, Key messages) {
        long size = store.size(messages);
        OptionalLong told = service.settings().number("maxMessages");
        long most = Math.clamp(told.orElse(BoardSettings.MOST_MESSAGES), 1, BoardSettings.MOST_MESSAGES);
        if (size > most) {
            return List.of(Flaw.repairable(
                    TOO_MANY_MESSAGES,
                    Kind.BOARD,
                    service.id(),
                    messages,
                    "The board has " + size + " messages, and may have " + most + ".",
                    "keep the newest",
                    record.unchanged(),
                    new Write.ListTrim(messages, Write.End.TAIL, Math.max(most, size - STEP)),
                    new Write.Amend(record.key(), List.of(Fields.tally(Kind.BOARD.total(), messages)))));
        }
        OptionalLong copy = service.record().number(Kind.BOARD.total());
        return copy.isPresent() && copy.getAsLong() == size
                ? List.of()
                : List.of(ContentCheck.wrongCopy(
                        service,
                        record,
                        List.of(Guard.sizeBelow(messages, size + 1)),
                        new Write.ListTrim(messages, Write.End.TAIL, Integer.MAX_VALUE)));
    }

    /**
     * Reads from the newest towards the oldest, counting from the newest, whose place changes with every post: a message
     * that moves on meanwhile is met again rather than missed.
     */
    private void walk(Service service, Seen.Text record, Key messages, Set<Bytes> tokens, List<Flaw> flaws) {
        for (long from = -PAGE; ; from -= PAGE) {
            List<Bytes> page = store.slice(messages, from, from + PAGE - 1);
            for (Bytes message : page) {
                Optional<String> id = id(message);
                if (id.isPresent()) {
                    tokens.remove(Bytes.of(id.get()));
                } else {
                    flaws.add(unreadable(service, record, messages, message));
                }
            }
            if (page.size() < PAGE) {
                return;
            }
        }
    }

    /** The id of a message that can be shown. */
    private static Optional<String> id(Bytes message) {
        return Document.parse(message)
                .filter(json -> json.text("message").isPresent()
                        && json.text("timestamp").flatMap(Iso::parse).isPresent())
                .flatMap(json -> json.text("id"));
    }

    private static Flaw unreadable(Service service, Seen.Text record, Key messages, Bytes message) {
        return Flaw.open(
                MESSAGE_UNREADABLE,
                Kind.BOARD,
                service.id(),
                messages,
                "A message is no JSON of one.",
                "nobody can know what it said: cleanup invalid removes it",
                List.of(Guard.present(messages), Guard.present(record.key())),
                new Write.ListRemove(messages, message),
                new Write.Amend(record.key(), List.of(Fields.tally(Kind.BOARD.total(), messages))));
    }

    private static Flaw edit(Service service, Key edits, Bytes message) {
        return Flaw.repairable(
                EDITS_OF_NOBODY,
                Kind.BOARD,
                service.id(),
                edits,
                "There is an edit token of a message that is not there.",
                "remove it",
                List.of(Guard.present(edits)),
                new Write.HashRemove(edits, List.of(message)));
    }
}
