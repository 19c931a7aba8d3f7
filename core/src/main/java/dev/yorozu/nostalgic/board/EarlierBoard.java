package dev.yorozu.nostalgic.board;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Earlier;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.board.settings.BoardSettings;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import java.util.List;
import java.util.OptionalLong;

/**
 * Takes boards of the platform's earlier program over: messages come into the documented order and form, and choices among
 * the settings.
 *
 * <p>The messages are pushed once more behind those that are there, as they should be, and then the first ones are cut off,
 * together with the step that puts the record. A board of ordinary length is one batch. A longer one takes several, each
 * of which holds only for the exact end of the list that was seen; one that is cut off leaves the beginning of the copy,
 * from which the next goes on, because a message that comes twice counts once.
 */
final class EarlierBoard implements Earlier.Takeover {
    /** Within what one batch takes. */
    private static final int STEP = 900;

    private final Store store;

    EarlierBoard(Store store) {
        this.store = store;
    }

    @Override
    public void step(Earlier earlier) {
        Key messages = Board.messages(earlier.id());
        EarlierChoices choices = new EarlierChoices(earlier.service().settings());
        List<Bytes> found = store.slice(messages, 0, -1);
        List<Bytes> wanted = EarlierMessages.ordered(found, choices);
        Batch.Builder batch = earlier.bound().require(Guard.sizeBelow(messages, found.size() + 1L));
        if (!found.isEmpty()) {
            batch.require(Guard.elementAt(messages, found.size() - 1L, found.getLast()));
        }
        boolean settled = found.equals(wanted);
        if (!settled) {
            int copied = copied(found, wanted);
            List<Bytes> next = wanted.subList(copied, Math.min(wanted.size(), copied + STEP));
            batch.listPush(messages, Write.End.TAIL, next.toArray(Bytes[]::new));
            settled = copied + next.size() == wanted.size();
            if (settled) {
                batch.listTrim(messages, Write.End.TAIL, wanted.size());
            }
        }
        if (settled) {
            earlier.finish(batch, record(earlier.service(), choices, wanted.size()));
        }
        store.commit(batch.build());
    }

    /** How many of the wanted ones stand at the end of the list already, behind all that were there before. */
    private static int copied(List<Bytes> found, List<Bytes> wanted) {
        int start = found.lastIndexOf(wanted.getFirst());
        if (start < wanted.size()) {
            return 0;
        }
        List<Bytes> copy = found.subList(start, found.size());
        return copy.size() < wanted.size() && copy.equals(wanted.subList(0, copy.size())) ? copy.size() : 0;
    }

    /** No message goes for a limit that the earlier program did not keep to. */
    private static Document record(Service service, EarlierChoices choices, int messages) {
        Document settings = choices.documented(service.settings());
        OptionalLong told = settings.number("maxMessages");
        if (told.isPresent() && told.getAsLong() < messages) {
            settings = settings.with("maxMessages", Math.min(messages, BoardSettings.MOST_MESSAGES));
        }
        return service.record().with(Kind.BOARD.total(), messages).with(Service.SETTINGS, settings);
    }
}
