package dev.yorozu.nostalgic.board;

import dev.yorozu.nostalgic.Days;
import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Marks;
import dev.yorozu.nostalgic.board.rule.Contribution;
import dev.yorozu.nostalgic.board.rule.Rules;
import dev.yorozu.nostalgic.visitor.AddressLimit;
import dev.yorozu.nostalgic.visitor.Cooldown;
import dev.yorozu.nostalgic.visitor.UserHashes;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Puts messages on boards. */
final class Posts {
    private static final int TOKEN_BYTES = 24;
    private static final int ID_BYTES = 6;

    private final Store store;
    private final BoardPolicy policy;
    private final Pages pages;
    private final Trimming trimming;
    private final Rules rules;
    private final Cooldown cooldown;
    private final UserHashes users;
    private final RandomTokens random;
    private final Days days;
    private final BoardEvents events;
    private final Marks marks = new Marks(Kind.BOARD);

    Posts(
            Store store,
            BoardPolicy policy,
            Pages pages,
            Trimming trimming,
            Rules rules,
            UserHashes users,
            RandomTokens random,
            Days days,
            BoardEvents events) {
        this.store = store;
        this.policy = policy;
        this.pages = pages;
        this.trimming = trimming;
        this.rules = rules;
        this.cooldown = new Cooldown(policy.cooldown());
        this.users = users;
        this.random = random;
        this.days = days;
        this.events = events;
    }

    Posting post(String id, Visitor visitor, Contribution contribution) {
        return pages.patientlyWithin(id, seen -> switch (rules.judge(
                        contribution, seen.board().settings(), Optional.empty())) {
                    case Rules.Wrong wrong -> Optional.of(new Posting.Refused(wrong.reason()));
                    case Rules.Fine fine -> push(seen, visitor, fine);
                })
                .orElse(new Posting.Unknown());
    }

    /** Pushes the message, and the oldest out where the board is full; empty when others have changed it meanwhile. */
    private Optional<Posting> push(Pages.Glimpse seen, Visitor visitor, Rules.Fine fine) {
        Board board = seen.board();
        int keep = board.settings().maxMessages();
        boolean full = seen.size() == keep;
        if (seen.size() > keep || (full && seen.oldest().isEmpty())) {
            trimming.trim(board);
            return Optional.empty();
        }
        Instant now = days.clock().instant();
        String user = users.of(visitor);
        String token = random.base64url(TOKEN_BYTES);
        Message message = message(board, fine, user, now);
        List<AddressLimit> limits = limits(board.id(), visitor, now);
        Batch.Builder batch =
                Batch.builder().require(Guard.present(board.key())).require(Guard.absent(marks.key(board.id(), user)));
        limits.forEach(limit -> batch.require(limit.room()));
        batch.require(Guard.sizeBelow(board.messages(), full ? keep + 1L : keep))
                .listPush(board.messages(), Write.End.TAIL, message.bytes())
                .hashPut(board.edits(), Bytes.of(message.id()), Bytes.of(Digests.hex(token)));
        if (full) {
            new Trimming.Oldest(seen.oldest(), keep).drop(batch, board);
        }
        marks.leaveFor(batch, board.id(), user, now, cooldown.time());
        limits.forEach(limit -> limit.count(batch));
        batch.amend(board.key(), Fields.instant(Kind.BOARD.last(), now), Trimming.total(board));
        return switch (trimming.commit(batch)) {
            case Commit.Applied applied -> Optional.of(posted(board, message, token));
            case Commit.Rejected rejected ->
                switch (rejected.index()) {
                    case 0 -> Optional.of(new Posting.Unknown());
                    case 1 -> Optional.of(new Posting.TooSoon(cooldown.left(rejected.found(), now)));
                    default -> limited(limits, rejected.guard());
                };
        };
    }

    private Message message(Board board, Rules.Fine fine, String user, Instant now) {
        return new Message(
                board.id() + "_" + Long.toString(now.toEpochMilli(), 36) + "_" + random.hex(ID_BYTES),
                now,
                fine.author(),
                fine.text(),
                fine.icon(),
                fine.selects(),
                user);
    }

    /** What the address of a visitor may post, in the time that a visitor waits and in a day. */
    private List<AddressLimit> limits(String id, Visitor visitor, Instant now) {
        return List.of(
                AddressLimit.ofCooldown(marks, id, users, visitor, policy.messagesPerAddress(), now, cooldown),
                AddressLimit.ofDay(marks, id, users, visitor, policy.messagesPerAddressAndDay(), now, days.of(now)));
    }

    /** That the address has to wait, where that is what a guard says; empty when others have changed the board meanwhile. */
    private Optional<Posting> limited(List<AddressLimit> limits, Guard failed) {
        return limits.stream()
                .filter(limit -> limit.room().equals(failed))
                .findFirst()
                .map(limit -> new Posting.Limited(limit.left(store)));
    }

    private Posting posted(Board board, Message message, String token) {
        Optional<BoardView> view = pages.page(board.id(), Optional.empty()).map(BoardSource::view);
        if (view.isEmpty()) {
            return new Posting.Unknown();
        }
        if (view.get().totalMessages() > view.get().settings().maxMessages()) {
            pages.find(board.id()).ifPresent(trimming::trim);
        }
        events.posted(view.get().service(), message);
        return new Posting.Posted(view.get(), message.id(), token);
    }
}
