package dev.yorozu.nostalgic.board;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Days;
import dev.yorozu.nostalgic.Draft;
import dev.yorozu.nostalgic.Events;
import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Ownership.Owned;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.board.rule.Contribution;
import dev.yorozu.nostalgic.board.rule.Rules;
import dev.yorozu.nostalgic.board.settings.BoardChange;
import dev.yorozu.nostalgic.board.settings.BoardSettings;
import dev.yorozu.nostalgic.source.Source;
import dev.yorozu.nostalgic.source.Watch;
import dev.yorozu.nostalgic.visitor.UserHashes;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.secret.Passwords;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All boards: messages in the order in which they were posted, the newest of them kept.
 *
 * <p>A message is posted by one batch: it happens only if the visitor need not wait, and pushes out the oldest when the
 * board is full. A message is changed or removed by what it looked like when it was found; after a concurrent change it is
 * looked for again, so that no change is undone and nothing that was removed comes back. Safe for use by many threads.
 */
public final class Boards {
    private final UserHashes users;
    private final Services services;
    private final Pages pages;
    private final Trimming trimming;
    private final Posts posts;
    private final Edits edits;

    public Boards(
            Store store,
            BoardPolicy policy,
            Days days,
            UserHashes users,
            Passwords passwords,
            RandomTokens random,
            Events events) {
        Rules rules = new Rules(policy.words());
        BoardEvents boardEvents = new BoardEvents(events);
        this.users = users;
        this.services =
                new Services(store, Kind.BOARD, Board::belongings, new EarlierBoard(store), passwords, days.clock());
        this.pages = new Pages(store, services);
        this.trimming = new Trimming(store, policy.durability());
        this.posts = new Posts(store, policy, pages, trimming, rules, users, random, days, boardEvents);
        this.edits = new Edits(store, pages, trimming, rules, users, days, boardEvents);
    }

    public Services services() {
        return services;
    }

    /** The name under which a visitor posts. */
    public String userHash(Visitor visitor) {
        return users.of(visitor);
    }

    /** @param more further settings, such as the address of a webhook */
    public Creation create(SiteUrl url, String token, BoardSettings settings, Document more) {
        Document kept = Board.write(settings).withAll(more);
        return services.create(url, token, new Draft(Document.empty(), kept, id -> List.of()));
    }

    /** One page; the last one, with the newest messages, when none is asked for. */
    public Optional<BoardView> view(String id, Optional<Integer> page) {
        return look(id, page).map(Source::view);
    }

    /** The same as it lies in the store. */
    public Optional<? extends Source<BoardView>> look(String id, Optional<Integer> page) {
        return pages.page(id, page);
    }

    /** The newest so many messages, the newest first, on one page. */
    public Optional<? extends Source<BoardView>> newest(String id, int limit) {
        return pages.newest(id, limit);
    }

    /** Tells whether what is shown of a board may be another since. */
    public Watch watch(String id) {
        return pages.watch(id);
    }

    public Posting post(String id, Visitor visitor, Contribution contribution) {
        return posts.post(id, visitor, contribution);
    }

    /** Changes a message in its place. */
    public Editing edit(String id, String messageId, Credential credential, Contribution contribution) {
        return edits.edit(id, messageId, Optional.of(credential), contribution, Batch::builder);
    }

    /** Changes a message in its place, for the owner of the board. */
    public Editing editAsOwner(Owned owned, String messageId, Contribution contribution) {
        String id = owned.service().id();
        return edits.edit(id, messageId, Optional.empty(), contribution, () -> services.bound(owned));
    }

    public Editing remove(String id, String messageId, Credential credential) {
        return edits.remove(id, messageId, Optional.of(credential), Batch::builder);
    }

    /** Removes a message, for the owner of the board. */
    public Editing removeAsOwner(Owned owned, String messageId) {
        return edits.remove(owned.service().id(), messageId, Optional.empty(), () -> services.bound(owned));
    }

    /** Removes all messages. Returns the empty board; nothing when it is the owner's no more. */
    public Optional<BoardView> clear(Owned owned) {
        String id = owned.service().id();
        Batch.Builder batch = services.bound(owned)
                .delete(Board.messages(id))
                .delete(Board.edits(id))
                .amend(Board.key(id), Fields.number(Kind.BOARD.total(), 0));
        return trimming.commit(batch).applied() ? view(id, Optional.empty()) : Optional.empty();
    }

    /**
     * Changes settings. Where very many messages are to go, the oldest go before, a bounded number at a time, and the
     * settings change with the last of them: a crash in between leaves the settings as they were, and some of those gone
     * that were to go. Empty when the board is the owner's no more.
     */
    public Optional<BoardView> change(Owned owned, BoardChange change) {
        String id = owned.service().id();
        return pages.patiently(id, board -> change(owned, board, change))
                .filter(done -> done)
                .flatMap(done -> view(id, Optional.empty()));
    }

    private Optional<Boolean> change(Owned owned, Board board, BoardChange change) {
        BoardSettings after = change.applied(board.settings());
        List<Write.Amend.Change> changes = new ArrayList<>(
                Fields.below(Service.SETTINGS, changed(change, after).withAll(change.more())));
        Batch.Builder batch = services.bound(owned);
        if (change.maxMessages().isPresent()) {
            int keep = after.maxMessages();
            Trimming.Oldest surplus = trimming.surplus(board, keep);
            if (surplus.messages().size() == Trimming.STEP) {
                return trimming.trim(board, surplus, batch) ? Optional.empty() : Optional.of(false);
            }
            batch.require(
                    Guard.sizeBelow(board.messages(), keep + surplus.messages().size() + 1L));
            surplus.drop(batch, board);
            // Removes nothing: it is there so that the store can count.
            batch.listTrim(board.messages(), Write.End.TAIL, keep);
            changes.add(Trimming.total(board));
        }
        if (!changes.isEmpty()) {
            batch.write(new Write.Amend(board.key(), changes));
        }
        return switch (trimming.commit(batch)) {
            case Commit.Applied applied -> Optional.of(true);
            case Commit.Rejected rejected -> rejected.index() >= 2 ? Optional.empty() : Optional.of(false);
        };
    }

    /** Only what is to change, so that two changes at a time do not undo each other. */
    private static Document changed(BoardChange change, BoardSettings after) {
        Document all = Board.write(after);
        Document changed = Document.empty();
        if (change.title().isPresent()) {
            changed = changed.withAll(all.only("title"));
        }
        if (change.maxMessages().isPresent()) {
            changed = changed.withAll(all.only("maxMessages"));
        }
        if (change.messagesPerPage().isPresent()) {
            changed = changed.withAll(all.only("messagesPerPage"));
        }
        if (change.icons().isPresent()) {
            changed = changed.withAll(all.only("icons"));
        }
        return change.selects().isPresent() ? changed.withAll(all.only("selects")) : changed;
    }
}
