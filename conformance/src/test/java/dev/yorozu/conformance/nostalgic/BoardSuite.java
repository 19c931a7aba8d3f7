package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.QuickPasswords;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Days;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.board.BoardPolicy;
import dev.yorozu.nostalgic.board.BoardView;
import dev.yorozu.nostalgic.board.Boards;
import dev.yorozu.nostalgic.board.Credential;
import dev.yorozu.nostalgic.board.Message;
import dev.yorozu.nostalgic.board.Posting;
import dev.yorozu.nostalgic.board.rule.Contribution;
import dev.yorozu.nostalgic.board.settings.BoardChange;
import dev.yorozu.nostalgic.board.settings.BoardSettings;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What the tests of boards share. */
abstract class BoardSuite extends ServiceSuite {
    static final RandomTokens RANDOM = RandomTokens.secure();

    BoardSuite() {
        super(Kind.BOARD);
    }

    @Override
    Services services() {
        return boards().services();
    }

    Boards boards() {
        return boards(store());
    }

    Boards boards(Store store) {
        return new Boards(
                store,
                BoardPolicy.STANDARD,
                new Days(ZoneOffset.UTC, clock),
                HASHES,
                QuickPasswords.SET,
                RANDOM,
                events::add);
    }

    static BoardSettings keeping(int maxMessages) {
        return new BoardSettings("BBS", maxMessages, 10, List.of("😀", "😎"), BoardSettings.DEFAULT_SELECTS);
    }

    String created(int maxMessages) {
        return created(keeping(maxMessages), Document.empty());
    }

    String created(BoardSettings settings, Document more) {
        Creation creation = boards().create(url, TOKEN, settings, more);
        assertThat(creation).isInstanceOf(Creation.Created.class);
        return ((Creation.Created) creation).service().id();
    }

    static BoardChange keep(int maxMessages) {
        return new BoardChange(
                Optional.empty(),
                Optional.of(maxMessages),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Document.empty());
    }

    Posting.Posted posted(String id, int visitor, String text) {
        return posted(boards(), id, visitor, text);
    }

    static Posting.Posted posted(Boards boards, String id, int visitor, String text) {
        Posting posting = boards.post(id, visitor(visitor), Contribution.of(text));
        assertThat(posting).isInstanceOf(Posting.Posted.class);
        return (Posting.Posted) posting;
    }

    /** The credential of one who has the token and is somebody else by now. */
    static Credential token(Posting.Posted posted) {
        return new Credential(Optional.of(posted.editToken()), visitor(9999));
    }

    static Credential person(Visitor visitor) {
        return new Credential(Optional.empty(), visitor);
    }

    static Key list(String id) {
        return NostalgicKeys.BOARD_MESSAGES.key(id);
    }

    static Key edits(String id) {
        return NostalgicKeys.BOARD_EDITS.key(id);
    }

    BoardView page(String id, int page) {
        return boards().view(id, Optional.of(page)).orElseThrow();
    }

    /** Everything that is on the board, oldest first. */
    List<String> texts(String id) {
        return messages(id).stream()
                .map(message -> message.text("message").orElseThrow())
                .toList();
    }

    List<Document> messages(String id) {
        return store().slice(list(id), 0, -1).stream()
                .map(json -> Document.parse(json).orElseThrow())
                .toList();
    }

    static List<String> texts(BoardView view) {
        return view.messages().stream().map(Message::text).toList();
    }

    /** Asserts that messages, hashes and the record agree, once all is quiet. */
    void assertSound(String id) {
        List<String> ids = messages(id).stream()
                .map(message -> message.text("id").orElseThrow())
                .toList();
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(hashed(id)).isEqualTo(Set.copyOf(ids));
        assertThat(record(id).number("totalMessages")).hasValue(ids.size());
        assertThat(ids.size())
                .isLessThanOrEqualTo(boards().view(id, Optional.empty())
                        .orElseThrow()
                        .settings()
                        .maxMessages());
    }

    /** The ids of messages whose edit tokens are known. */
    Set<String> hashed(String id) {
        return store().fields(edits(id)).keySet().stream().map(Bytes::text).collect(Collectors.toSet());
    }
}
