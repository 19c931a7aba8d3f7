package dev.yorozu.nostalgic.board;

import dev.yorozu.nostalgic.Days;
import dev.yorozu.nostalgic.board.rule.Contribution;
import dev.yorozu.nostalgic.board.rule.Rules;
import dev.yorozu.nostalgic.visitor.UserHashes;
import dev.yorozu.secret.Digests;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Changes and removes messages of boards, by what they looked like when they were found. After a concurrent change
 * the message is looked for again.
 */
final class Edits {
    private final Store store;
    private final Pages pages;
    private final Search search;
    private final Trimming trimming;
    private final Rules rules;
    private final UserHashes users;
    private final Days days;
    private final BoardEvents events;

    Edits(Store store, Pages pages, Trimming trimming, Rules rules, UserHashes users, Days days, BoardEvents events) {
        this.store = store;
        this.pages = pages;
        this.search = new Search(store);
        this.trimming = trimming;
        this.rules = rules;
        this.users = users;
        this.days = days;
        this.events = events;
    }

    /**
     * @param credential by what the message is claimed; none for the owner
     * @param bound a batch that happens only while this may be done
     */
    Editing edit(
            String id,
            String messageId,
            Optional<Credential> credential,
            Contribution contribution,
            Supplier<Batch.Builder> bound) {
        return with(id, messageId, credential, (board, hit) -> {
            Rules.Fine before = hit.message().said();
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
            events.edited(view.service(), after, days.clock().instant());
            return new Editing.Edited(view);
        });
    }

    Editing remove(String id, String messageId, Optional<Credential> credential, Supplier<Batch.Builder> bound) {
        return with(id, messageId, credential, (board, hit) -> {
            Batch.Builder batch = bound.get()
                    .require(Guard.present(board.key()))
                    .require(Guard.elementAt(board.messages(), hit.place(), hit.json()))
                    .listRemove(board.messages(), hit.json())
                    .hashRemove(board.edits(), Bytes.of(messageId))
                    .amend(board.key(), Trimming.total(board));
            return changed(board, trimming.commit(batch), view -> {
                events.removed(view.service(), messageId, days.clock().instant());
                return new Editing.Removed(view);
            });
        });
    }

    /** What came of a batch whose first write was about the message; empty after a concurrent change. */
    private Optional<Editing> changed(Board board, Commit commit, Function<BoardView, Editing> outcome) {
        boolean moved = commit instanceof Commit.Rejected rejected && rejected.guard() instanceof Guard.ElementAt;
        if (moved || (commit instanceof Commit.Applied applied && !applied.flag(0))) {
            return Optional.empty();
        }
        if (!commit.applied()) {
            return Optional.of(new Editing.Unknown());
        }
        return Optional.of(pages.page(board.id(), Optional.empty())
                .map(BoardSource::view)
                .map(outcome)
                .orElse(new Editing.Unknown()));
    }

    /** What is done to a message once it is found and known to be the visitor's. */
    private interface Deed {
        Optional<Editing> on(Board board, Search.Hit hit);
    }

    private Editing with(String id, String messageId, Optional<Credential> credential, Deed deed) {
        return pages.<Editing>patiently(id, board -> {
                    Optional<Bytes> hash = store.read(new Read.Field(board.edits(), Bytes.of(messageId)));
                    Optional<Search.Hit> hit = search.find(board, messageId);
                    if (hit.isEmpty()) {
                        // The message was there when its hash was, so it is gone for good.
                        hash.ifPresent(stale -> trimming.forget(board, messageId));
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
}
