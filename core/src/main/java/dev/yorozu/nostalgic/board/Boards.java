package dev.yorozu.nostalgic.board;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Days;
import dev.yorozu.nostalgic.Draft;
import dev.yorozu.nostalgic.Event;
import dev.yorozu.nostalgic.Events;
import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Marks;
import dev.yorozu.nostalgic.Ownership.Owned;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.UserHashes;
import dev.yorozu.nostalgic.Visitor;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Passwords;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Found;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * All boards: messages in the order in which they were posted, the newest of them kept.
 *
 * <p>A message is posted by one batch: it happens only if the visitor need not wait, and pushes out the oldest when the
 * board is full. A message is changed or removed by what it looked like when it was found; when somebody else was quicker
 * it is looked for again, so that nobody's change is undone and nothing that was removed comes back. Safe for use by many
 * threads.
 */
public final class Boards {
    private static final int MOST_ROUNDS = 32;
    private static final int TOKEN_BYTES = 24;
    private static final int ID_BYTES = 6;

    private final Store store;
    private final BoardPolicy policy;
    private final Days days;
    private final UserHashes users;
    private final RandomTokens random;
    private final Events events;
    private final Services services;
    private final Rules rules;
    private final Marks marks = new Marks(Kind.BOARD);
    private final Pages pages;
    private final Search search;
    private final Trimming trimming;

    public Boards(
            Store store,
            BoardPolicy policy,
            Days days,
            UserHashes users,
            Passwords passwords,
            RandomTokens random,
            Events events) {
        this.store = store;
        this.policy = policy;
        this.days = days;
        this.users = users;
        this.random = random;
        this.events = events;
        this.services = new Services(store, Kind.BOARD, Board::belongings, passwords, days.clock());
        this.rules = new Rules(policy.words());
        this.pages = new Pages(store);
        this.search = new Search(store);
        this.trimming = new Trimming(store, policy.durability());
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
        return pages.view(id, page);
    }

    public Posting post(String id, Visitor visitor, Contribution contribution) {
        return patiently(id, board -> switch (rules.judge(contribution, board.settings(), Optional.empty())) {
                    case Rules.Wrong wrong -> Optional.of(new Posting.Refused(wrong.reason()));
                    case Rules.Fine fine -> push(board, visitor, fine);
                })
                .orElse(new Posting.Unknown());
    }

    private Optional<Posting> push(Board board, Visitor visitor, Rules.Fine fine) {
        Instant now = days.clock().instant();
        String user = users.of(visitor);
        String token = random.base64url(TOKEN_BYTES);
        Message message = new Message(
                board.id() + "_" + Long.toString(now.toEpochMilli(), 36) + "_" + random.hex(ID_BYTES),
                now,
                fine.author(),
                fine.text(),
                fine.icon(),
                fine.selects(),
                user);
        int keep = board.settings().maxMessages();
        Batch.Builder batch = Batch.builder()
                .require(Guard.present(board.key()))
                .require(Guard.absent(marks.key(board.id(), user)))
                // So that at most one message is pushed out, even when the owner has just raised the limit.
                .require(Guard.sizeBelow(board.messages(), keep + 1L))
                .listPush(board.messages(), Write.End.TAIL, message.bytes())
                .listTrim(board.messages(), Write.End.TAIL, keep)
                .hashPut(board.edits(), Bytes.of(message.id()), Bytes.of(Digests.hex(token)));
        marks.leaveFor(batch, board.id(), user, now, policy.cooldown());
        batch.amend(board.key(), Fields.instant(Kind.BOARD.last(), now), Trimming.total(board));
        return switch (trimming.commit(batch)) {
            case Commit.Applied applied -> {
                trimming.forget(board, applied.elements(1));
                yield Optional.of(posted(board, message, token));
            }
            case Commit.Rejected rejected ->
                switch (rejected.index()) {
                    case 0 -> Optional.of(new Posting.Unknown());
                    case 1 -> Optional.of(new Posting.TooSoon(left(rejected.found(), now)));
                    default -> {
                        trimming.trim(board);
                        yield Optional.empty();
                    }
                };
        };
    }

    private Posting posted(Board board, Message message, String token) {
        Optional<BoardView> view = view(board.id(), Optional.empty());
        if (view.isEmpty()) {
            return new Posting.Unknown();
        }
        if (view.get().totalMessages() > view.get().settings().maxMessages()) {
            pages.find(board.id()).ifPresent(trimming::trim);
        }
        report(view.get().service(), "post", message.timestamp(), described(message));
        return new Posting.Posted(view.get(), message.id(), token);
    }

    private Duration left(Found found, Instant now) {
        Duration cooldown = policy.cooldown();
        if (found instanceof Found.Value mark && mark.value().number().isPresent()) {
            Instant end =
                    Instant.ofEpochMilli(mark.value().number().getAsLong()).plus(cooldown);
            Duration left = Duration.between(now, end);
            return left.isPositive() && left.compareTo(cooldown) < 0 ? left : cooldown;
        }
        return cooldown;
    }

    private static Document described(Message message) {
        return Document.empty()
                .with("messageId", message.id())
                .with("author", message.author())
                .with("message", message.text())
                .withIfPresent("icon", message.icon());
    }

    private void report(Service service, String action, Instant at, Document details) {
        if (service.webhook().isPresent()) {
            events.happened(new Event(service, action, at, details));
        }
    }

    /** Changes a message in its place. */
    public Editing edit(String id, String messageId, Credential credential, Contribution contribution) {
        return edit(id, messageId, Optional.of(credential), contribution, Batch::builder);
    }

    /** Changes a message in its place, whoever wrote it. */
    public Editing editAsOwner(Owned owned, String messageId, Contribution contribution) {
        return edit(owned.service().id(), messageId, Optional.empty(), contribution, () -> services.bound(owned));
    }

    private Editing edit(
            String id,
            String messageId,
            Optional<Credential> credential,
            Contribution contribution,
            Supplier<Batch.Builder> bound) {
        return with(id, messageId, credential, (board, hit) -> {
            Message before = hit.message();
            return switch (rules.judge(contribution, board.settings(), Optional.of(before))) {
                case Rules.Wrong wrong -> Optional.of(new Editing.Refused(wrong.reason()));
                case Rules.Fine fine -> replace(board, hit, fine, bound.get());
            };
        });
    }

    private Optional<Editing> replace(Board board, Search.Hit hit, Rules.Fine fine, Batch.Builder batch) {
        Message before = hit.message();
        Message after = new Message(
                before.id(),
                before.timestamp(),
                fine.author(),
                fine.text(),
                fine.icon(),
                fine.selects(),
                before.userHash());
        batch.require(Guard.present(board.key())).listReplace(board.messages(), hit.json(), after.bytes());
        return changed(board, trimming.commit(batch), view -> {
            report(view.service(), "edit", days.clock().instant(), described(after));
            return new Editing.Edited(view);
        });
    }

    public Editing remove(String id, String messageId, Credential credential) {
        return remove(id, messageId, Optional.of(credential), Batch::builder);
    }

    /** Removes a message, whoever wrote it. */
    public Editing removeAsOwner(Owned owned, String messageId) {
        return remove(owned.service().id(), messageId, Optional.empty(), () -> services.bound(owned));
    }

    private Editing remove(
            String id, String messageId, Optional<Credential> credential, Supplier<Batch.Builder> bound) {
        return with(id, messageId, credential, (board, hit) -> {
            Batch.Builder batch = bound.get()
                    .require(Guard.present(board.key()))
                    .listRemove(board.messages(), hit.json())
                    .amend(board.key(), Trimming.total(board));
            return changed(board, trimming.commit(batch), view -> {
                trimming.forgetIds(board, List.of(Bytes.of(messageId)));
                Document details = Document.empty().with("messageId", messageId);
                report(view.service(), "delete", days.clock().instant(), details);
                return new Editing.Removed(view);
            });
        });
    }

    /** What came of a batch whose first write was about the message; empty when somebody else was quicker. */
    private Optional<Editing> changed(Board board, Commit commit, Function<BoardView, Editing> outcome) {
        if (!(commit instanceof Commit.Applied applied)) {
            return Optional.of(new Editing.Unknown());
        }
        if (!applied.flag(0)) {
            return Optional.empty();
        }
        return Optional.of(view(board.id(), Optional.empty()).map(outcome).orElse(new Editing.Unknown()));
    }

    /** What is done to a message once it is found and known to be the visitor's. */
    private interface Deed {
        Optional<Editing> on(Board board, Search.Hit hit);
    }

    private Editing with(String id, String messageId, Optional<Credential> credential, Deed deed) {
        return this.<Editing>patiently(id, board -> {
                    Optional<Bytes> hash = store.read(new Read.Field(board.edits(), Bytes.of(messageId)));
                    Optional<Search.Hit> hit = search.find(board, messageId);
                    if (hit.isEmpty()) {
                        // The message was there when its hash was, so it is gone for good.
                        hash.ifPresent(stale -> trimming.forgetIds(board, List.of(Bytes.of(messageId))));
                        return Optional.of(new Editing.NoMessage());
                    }
                    Predicate<Credential> entitled =
                            each -> isEntitled(each, hit.get().message(), hash);
                    return credential.isEmpty() || credential.filter(entitled).isPresent()
                            ? deed.on(board, hit.get())
                            : Optional.of(new Editing.NotYours());
                })
                .orElse(new Editing.Unknown());
    }

    /** By the token that came with the message; without it, on the same day, whoever posted it. */
    private boolean isEntitled(Credential credential, Message message, Optional<Bytes> hash) {
        boolean token = credential.editToken().isPresent()
                && hash.isPresent()
                && Digests.same(
                        Digests.hex(credential.editToken().get()), hash.get().text());
        boolean poster = Digests.same(users.of(credential.visitor()), message.userHash())
                && days.of(message.timestamp()).equals(days.today());
        return token || poster;
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
     * Changes settings. Where fewer messages are to be kept, the oldest go first, a bounded number at a time, and the
     * settings change last: a crash in between leaves the settings as they were, and some of those gone that were to go.
     * Empty when the board is the owner's no more.
     */
    public Optional<BoardView> change(Owned owned, BoardChange change) {
        String id = owned.service().id();
        Optional<Board> found = pages.find(id);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Board board = found.get();
        BoardSettings after = change.applied(board.settings());
        if (!trimming.trim(board, after.maxMessages(), () -> services.bound(owned))) {
            return Optional.empty();
        }
        List<Write.Amend.Change> changes = new ArrayList<>(
                Fields.below(Service.SETTINGS, changed(change, after).withAll(change.more())));
        Batch.Builder batch = services.bound(owned).listTrim(board.messages(), Write.End.TAIL, after.maxMessages());
        changes.add(Trimming.total(board));
        batch.write(new Write.Amend(board.key(), changes));
        if (!(trimming.commit(batch) instanceof Commit.Applied applied)) {
            return Optional.empty();
        }
        trimming.forget(board, applied.elements(0));
        return view(id, Optional.empty());
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

    /** Tries until there is an outcome; empty when there is no such board. */
    private <T> Optional<T> patiently(String id, Function<Board, Optional<T>> attempt) {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Optional<Board> board = pages.find(id);
            if (board.isEmpty()) {
                return Optional.empty();
            }
            Optional<T> outcome = attempt.apply(board.get());
            if (outcome.isPresent()) {
                return outcome;
            }
        }
        throw new StoreException.Unavailable("Others keep changing the same board");
    }
}
