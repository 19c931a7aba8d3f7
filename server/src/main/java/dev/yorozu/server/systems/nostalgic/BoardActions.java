package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.board.BoardChange;
import dev.yorozu.nostalgic.board.BoardSettings;
import dev.yorozu.nostalgic.board.BoardView;
import dev.yorozu.nostalgic.board.Boards;
import dev.yorozu.nostalgic.board.Contribution;
import dev.yorozu.nostalgic.board.Credential;
import dev.yorozu.nostalgic.board.Editing;
import dev.yorozu.nostalgic.board.Posting;
import dev.yorozu.nostalgic.board.Reason;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.core.JsonGenerator;

/** What can be done with boards. */
final class BoardActions {
    private static final int MOST_PAGES = 1_000_000;
    private static final int MOST_NEWEST = 1000;
    private static final int LONGEST_EDIT_TOKEN = 200;
    private static final Pattern MESSAGE_ID = Pattern.compile("[A-Za-z0-9_-]{1,200}");
    private static final String EDIT = "edit";
    private static final String DELETE = "delete";

    private final Boards boards;
    private final Owners owners;
    private final Cooldowns cooldowns;
    private final CreationQuota quota;

    BoardActions(Boards boards, Owners owners, Cooldowns cooldowns, CreationQuota quota) {
        this.boards = boards;
        this.owners = owners;
        this.cooldowns = cooldowns;
        this.quota = quota;
    }

    Map<String, Action> all() {
        Map<String, Action> actions = new LinkedHashMap<>();
        actions.put("create", this::create);
        actions.put("get", this::get);
        actions.put("display", this::get);
        actions.put("post", this::post);
        actions.put("editMessageById", this::edit);
        actions.put("deleteMessageById", this::remove);
        actions.put("update", this::update);
        actions.put("remove", request -> request.isOwners() ? removeAsOwner(request) : remove(request));
        actions.put("editMessage", this::editAsOwner);
        actions.put("deleteMessage", this::removeAsOwner);
        actions.put("clear", this::clear);
        actions.put("updateSettings", this::change);
        actions.put("delete", request -> owners.delete(request, boards.services()));
        actions.put("webhookSecret", request -> owners.webhookSecret(request, boards.services()));
        return actions;
    }

    /** The same as the path without {@code /api} answers it. */
    Map<String, Action> later() {
        Map<String, Action> actions = all();
        actions.put("get", this::getNewest);
        return actions;
    }

    private Reply create(Request request) {
        BoardSettings settings = BoardFields.settings(request.parameters());
        Document more = owners.firstSettings(request.parameters());
        Owners.Maker maker = (url, token) -> boards.create(url, token, settings, more);
        Service service = owners.create(request, Kind.BOARD, quota.of(request, boards.services(), maker));
        BoardView view = boards.view(service.id(), Optional.empty())
                .orElseThrow(() -> Refusals.unknown(Kind.BOARD, service.id()).exception());
        return Batches.created(service, shown(request, view, Audience.OWNER));
    }

    private Consumer<JsonGenerator> shown(Request request, BoardView view, Audience audience) {
        return BoardJson.shown(view, boards.userHash(request.visitor()), audience);
    }

    private Reply get(Request request) {
        Optional<Integer> page = page(request);
        return get(request, id -> boards.view(id, page));
    }

    private static Optional<Integer> page(Request request) {
        return request.parameters().number(1, MOST_PAGES, "page").map(Math::toIntExact);
    }

    /**
     * The later widgets of the platform number messages from the newest down, and get all of them at once, whatever page they
     * ask for.
     */
    private Reply getNewest(Request request) {
        page(request);
        int limit = request.parameters()
                .number(1, MOST_NEWEST, "limit")
                .map(Math::toIntExact)
                .orElse(MOST_NEWEST);
        return get(request, id -> boards.newest(id, limit));
    }

    private Reply get(Request request, Function<String, Optional<BoardView>> look) {
        if (request.isOwners()) {
            Ownership.Owned owned = owners.owned(request, boards.services());
            return shown(request, owned, look.apply(owned.service().id()));
        }
        BoardView view = look.apply(request.id()).orElseThrow(() -> request.unknown(Kind.BOARD));
        return Answers.data(shown(request, view, Audience.EVERYBODY)).compressible();
    }

    private Reply post(Request request) {
        String id = request.id();
        Contribution contribution = BoardFields.posted(request.parameters());
        cooldowns.limit(request);
        return switch (boards.post(id, request.visitor(), contribution)) {
            case Posting.Posted posted -> posted(request, posted);
            case Posting.TooSoon soon -> throw cooldowns.postedTooSoon(request, soon.left());
            case Posting.Limited limited -> throw cooldowns.tooMany(request, "messages", limited.left());
            case Posting.Refused refused -> throw refused(refused.reason()).exception();
            case Posting.Unknown unknown -> throw request.unknown(Kind.BOARD);
        };
    }

    /** The token stands where each of the earlier versions looked for it. */
    private Reply posted(Request request, Posting.Posted posted) {
        Consumer<JsonGenerator> key = json -> {
            json.writeStringProperty("messageId", posted.messageId());
            json.writeStringProperty("editToken", posted.editToken());
        };
        Consumer<JsonGenerator> board = shown(request, posted.view(), Audience.EVERYBODY);
        return Answers.data(board.andThen(key), key);
    }

    private static Problem refused(Reason reason) {
        return switch (reason) {
            case MESSAGE -> Refusals.invalid("message", "must have 1 to 420 characters");
            case AUTHOR -> Refusals.invalid("author", "must have at most 20 characters");
            case NOTHING_TO_SEE -> Refusals.invalid("message", "must hold something that can be seen");
            case NOBODY_TO_SEE -> Refusals.invalid("author", "must hold something that can be seen, or be left out");
            case URLS -> Refusals.unwanted("URLs are not allowed");
            case REPETITION -> Refusals.unwanted("Excessive repeated characters");
            case WORDS -> Refusals.unwanted("Inappropriate content detected");
            case ICON -> Refusals.invalid("icon", "must be one of the board's icons");
            case SELECT -> Refusals.invalid("select", "must be one of the board's options");
        };
    }

    /** A message where one is named, by its author or by the owner; else the settings. */
    private Reply update(Request request) {
        if (!request.isOwners()) {
            return edit(request);
        }
        return request.parameters().has("messageId") ? editAsOwner(request) : change(request);
    }

    private Reply edit(Request request) {
        String id = request.id();
        String messageId = messageId(request);
        Credential credential = credential(request);
        Contribution contribution = BoardFields.edited(request.parameters());
        cooldowns.limit(request);
        return edited(request, boards.edit(id, messageId, credential, contribution), EDIT, Audience.EVERYBODY);
    }

    private Reply remove(Request request) {
        String id = request.id();
        String messageId = messageId(request);
        Credential credential = credential(request);
        cooldowns.limit(request);
        return edited(request, boards.remove(id, messageId, credential), DELETE, Audience.EVERYBODY);
    }

    private static Credential credential(Request request) {
        Optional<String> token = request.parameters().find("editToken");
        if (token.filter(text -> text.length() > LONGEST_EDIT_TOKEN).isPresent()) {
            throw Refusals.invalid("editToken", "must have at most " + LONGEST_EDIT_TOKEN + " characters")
                    .exception();
        }
        return new Credential(token, request.visitor());
    }

    /** The id of a message; one that none can have is as good as one that none has. */
    private static String messageId(Request request) {
        String id = request.parameters().require("messageId");
        if (!MESSAGE_ID.matcher(id).matches()) {
            throw Refusals.NO_MESSAGE.exception();
        }
        return id;
    }

    private Reply editAsOwner(Request request) {
        String messageId = messageId(request);
        Contribution contribution = BoardFields.edited(request.parameters());
        Ownership.Owned owned = owners.owned(request, boards.services());
        return ofOwner(request, owned, boards.editAsOwner(owned, messageId, contribution), EDIT);
    }

    private Reply removeAsOwner(Request request) {
        String messageId = messageId(request);
        Ownership.Owned owned = owners.owned(request, boards.services());
        return ofOwner(request, owned, boards.removeAsOwner(owned, messageId), DELETE);
    }

    private Reply ofOwner(Request request, Ownership.Owned owned, Editing editing, String deed) {
        if (editing instanceof Editing.Unknown) {
            throw owners.overtaken(owned);
        }
        return edited(request, editing, deed, Audience.OWNER);
    }

    private Reply edited(Request request, Editing editing, String deed, Audience audience) {
        return switch (editing) {
            case Editing.Edited edited -> Answers.data(shown(request, edited.view(), audience));
            case Editing.Removed removed -> Answers.data(shown(request, removed.view(), audience));
            case Editing.NoMessage none -> throw Refusals.NO_MESSAGE.exception();
            case Editing.NotYours notYours -> throw Refusals.notYours(deed).exception();
            case Editing.Refused refused -> throw refused(refused.reason()).exception();
            case Editing.Unknown unknown -> throw request.unknown(Kind.BOARD);
        };
    }

    private Reply clear(Request request) {
        Ownership.Owned owned = owners.owned(request, boards.services());
        return shown(request, owned, boards.clear(owned));
    }

    private Reply change(Request request) {
        BoardChange change = BoardFields.change(request.parameters(), owners.settings(request.parameters()));
        Ownership.Owned owned = owners.owned(request, boards.services());
        return shown(request, owned, boards.change(owned, change));
    }

    private Reply shown(Request request, Ownership.Owned owned, Optional<BoardView> view) {
        return Answers.data(shown(request, view.orElseThrow(() -> owners.overtaken(owned)), Audience.OWNER));
    }
}
