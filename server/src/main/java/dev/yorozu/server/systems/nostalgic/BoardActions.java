package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.board.BoardView;
import dev.yorozu.nostalgic.board.Boards;
import dev.yorozu.nostalgic.board.Credential;
import dev.yorozu.nostalgic.board.Editing;
import dev.yorozu.nostalgic.board.Posting;
import dev.yorozu.nostalgic.board.rule.Contribution;
import dev.yorozu.nostalgic.board.rule.Reason;
import dev.yorozu.nostalgic.board.settings.BoardChange;
import dev.yorozu.nostalgic.board.settings.BoardSettings;
import dev.yorozu.nostalgic.source.Source;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.systems.nostalgic.view.Audience;
import dev.yorozu.server.systems.nostalgic.view.BoardJson;
import dev.yorozu.server.systems.nostalgic.view.Rendering;
import dev.yorozu.server.systems.nostalgic.view.Renderings;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.core.JsonGenerator;

/** What can be done with boards. */
final class BoardActions extends ServiceActions<BoardView> {
    private static final int MOST_PAGES = 1_000_000;
    private static final int MOST_NEWEST = 1000;
    private static final int LONGEST_EDIT_TOKEN = 200;
    private static final Pattern MESSAGE_ID = Pattern.compile("[A-Za-z0-9_-]{1,200}");
    private static final String EDIT = "edit";
    private static final String DELETE = "delete";

    private final Boards boards;
    private final VisitLimiter limiter;
    private final Renderings renderings;

    BoardActions(Boards boards, ServiceOwners owners, VisitLimiter limiter, Renderings renderings) {
        super(boards.services(), owners);
        this.boards = boards;
        this.limiter = limiter;
        this.renderings = renderings;
    }

    @Override
    Map<String, Action> all() {
        Map<String, Action> actions = super.all();
        actions.put("post", this::post);
        actions.put("editMessageById", this::edit);
        actions.put("deleteMessageById", this::remove);
        actions.put("update", this::update);
        actions.put("remove", request -> request.isOwners() ? removeAsOwner(request) : remove(request));
        actions.put("editMessage", this::editAsOwner);
        actions.put("deleteMessage", this::removeAsOwner);
        actions.put("clear", request -> asOwner(request, boards::clear));
        actions.put("updateSettings", this::change);
        return actions;
    }

    @Override
    Map<String, Action> later() {
        Map<String, Action> actions = all();
        actions.put("get", this::getNewest);
        return actions;
    }

    @Override
    Consumer<JsonGenerator> shown(BoardView view, Audience audience, ActionRequest request) {
        String currentUser = boards.userHash(request.visitor());
        return json -> BoardJson.write(json, view, currentUser, audience);
    }

    @Override
    Reply create(ActionRequest request) {
        BoardSettings settings = BoardFields.settings(request.parameters());
        Document more = owners.firstSettings(request.parameters());
        return created(
                request,
                (url, token) -> boards.create(url, token, settings, more),
                id -> boards.view(id, Optional.empty()));
    }

    @Override
    Reply get(ActionRequest request) {
        Optional<Integer> page = page(request);
        return looked(request, "page", page.orElse(0), id -> boards.look(id, page));
    }

    /** For owners by the address, with what only they may see; for visitors by the id. */
    private Reply looked(
            ActionRequest request, String way, int part, Function<String, Optional<? extends Source<BoardView>>> look) {
        if (request.isOwners()) {
            return asOwner(request, owned -> look.apply(owned.service().id()).map(Source::view));
        }
        String id = request.id();
        return renderings
                .find(
                        new Renderings.Shape(Kind.BOARD, id, way, part),
                        boards.watch(id),
                        () -> look.apply(id),
                        BoardActions::rendering)
                .orElseThrow(() -> request.unknown(Kind.BOARD))
                .reply(request.call(), request.mayBeKept(), boards.userHash(request.visitor()));
    }

    private static Rendering rendering(BoardView view) {
        byte[] json = NostalgicJson.shared(data -> BoardJson.write(data, view, "", Audience.EVERYBODY));
        return Rendering.personal(json, BoardJson.BEHIND_USER);
    }

    private static Optional<Integer> page(ActionRequest request) {
        return request.parameters().number(1, MOST_PAGES, "page");
    }

    /**
     * The later widgets of the platform number messages from the newest down, and get all of them at once, whatever page they
     * ask for.
     */
    private Reply getNewest(ActionRequest request) {
        page(request);
        int limit = request.parameters().number(1, MOST_NEWEST, "limit").orElse(MOST_NEWEST);
        return looked(request, "newest", limit, id -> boards.newest(id, limit));
    }

    private Reply post(ActionRequest request) {
        String id = request.id();
        Contribution contribution = BoardFields.posted(request.parameters());
        limiter.requireWrite(request);
        return switch (boards.post(id, request.visitor(), contribution)) {
            case Posting.Posted posted -> posted(request, posted);
            case Posting.TooSoon soon ->
                throw limiter.tooSoon(request, "posting another message", NostalgicSettings.POST_COOLDOWN, soon.left());
            case Posting.Limited limited -> throw limiter.tooMany(request, "messages", limited.left());
            case Posting.Refused refused -> throw refused(refused.reason());
            case Posting.Unknown unknown -> throw request.unknown(Kind.BOARD);
        };
    }

    /** The token stands where each of the earlier versions looked for it. */
    private Reply posted(ActionRequest request, Posting.Posted posted) {
        Consumer<JsonGenerator> key = json -> {
            json.writeStringProperty("messageId", posted.messageId());
            json.writeStringProperty("editToken", posted.editToken());
        };
        Consumer<JsonGenerator> board = shown(posted.view(), Audience.EVERYBODY, request);
        return NostalgicJson.data(board.andThen(key), key);
    }

    private static ProblemException refused(Reason reason) {
        return switch (reason) {
            case MESSAGE -> NostalgicErrors.invalid("message", "must have 1 to 420 characters");
            case AUTHOR -> NostalgicErrors.invalid("author", "must have at most 20 characters");
            case NOTHING_TO_SEE -> NostalgicErrors.invalid("message", "must hold something that can be seen");
            case NOBODY_TO_SEE ->
                NostalgicErrors.invalid("author", "must hold something that can be seen, or be left out");
            case URLS -> NostalgicErrors.unwanted("URLs are not allowed");
            case REPETITION -> NostalgicErrors.unwanted("Excessive repeated characters");
            case WORDS -> NostalgicErrors.unwanted("Inappropriate content detected");
            case ICON -> NostalgicErrors.invalid("icon", "must be one of the board's icons");
            case SELECT -> NostalgicErrors.invalid("select", "must be one of the board's options");
        };
    }

    /** A message where one is named, by its author or by the owner; else the settings. */
    private Reply update(ActionRequest request) {
        if (!request.isOwners()) {
            return edit(request);
        }
        return request.parameters().has("messageId") ? editAsOwner(request) : change(request);
    }

    private Reply edit(ActionRequest request) {
        String id = request.id();
        String messageId = messageId(request);
        Credential credential = credential(request);
        Contribution contribution = BoardFields.edited(request.parameters());
        limiter.requireWrite(request);
        return edited(request, boards.edit(id, messageId, credential, contribution), EDIT, Audience.EVERYBODY);
    }

    private Reply remove(ActionRequest request) {
        String id = request.id();
        String messageId = messageId(request);
        Credential credential = credential(request);
        limiter.requireWrite(request);
        return edited(request, boards.remove(id, messageId, credential), DELETE, Audience.EVERYBODY);
    }

    private static Credential credential(ActionRequest request) {
        Optional<String> token = request.parameters().find("editToken");
        if (token.filter(text -> text.length() > LONGEST_EDIT_TOKEN).isPresent()) {
            throw NostalgicErrors.invalid("editToken", "must have at most " + LONGEST_EDIT_TOKEN + " characters");
        }
        return new Credential(token, request.visitor());
    }

    /** The id of a message; one that none can have is as good as one that none has. */
    private static String messageId(ActionRequest request) {
        String id = request.parameters().require("messageId");
        if (!MESSAGE_ID.matcher(id).matches()) {
            throw NostalgicErrors.NO_MESSAGE.exception();
        }
        return id;
    }

    private Reply editAsOwner(ActionRequest request) {
        String messageId = messageId(request);
        Contribution contribution = BoardFields.edited(request.parameters());
        Ownership.Owned owned = owners.owned(request, services);
        return ofOwner(request, owned, boards.editAsOwner(owned, messageId, contribution), EDIT);
    }

    private Reply removeAsOwner(ActionRequest request) {
        String messageId = messageId(request);
        Ownership.Owned owned = owners.owned(request, services);
        return ofOwner(request, owned, boards.removeAsOwner(owned, messageId), DELETE);
    }

    private Reply ofOwner(ActionRequest request, Ownership.Owned owned, Editing editing, String deed) {
        if (editing instanceof Editing.Unknown) {
            throw owners.overtaken(owned);
        }
        return edited(request, editing, deed, Audience.OWNER);
    }

    private Reply edited(ActionRequest request, Editing editing, String deed, Audience audience) {
        return switch (editing) {
            case Editing.Edited edited -> reply(request, edited.view(), audience);
            case Editing.Removed removed -> reply(request, removed.view(), audience);
            case Editing.NoMessage none -> throw NostalgicErrors.NO_MESSAGE.exception();
            case Editing.NotYours notYours -> throw NostalgicErrors.notYours(deed);
            case Editing.Refused refused -> throw refused(refused.reason());
            case Editing.Unknown unknown -> throw request.unknown(Kind.BOARD);
        };
    }

    private Reply change(ActionRequest request) {
        BoardChange change = BoardFields.change(request.parameters(), owners.settings(request.parameters()));
        return asOwner(request, owned -> boards.change(owned, change));
    }
}
