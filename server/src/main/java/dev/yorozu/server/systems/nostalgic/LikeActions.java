package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.like.Icon;
import dev.yorozu.nostalgic.like.LikeView;
import dev.yorozu.nostalgic.like.Likes;
import dev.yorozu.nostalgic.like.Toggle;
import dev.yorozu.nostalgic.total.Sum;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.systems.nostalgic.image.Pictures;
import dev.yorozu.server.systems.nostalgic.image.Theme;
import dev.yorozu.server.systems.nostalgic.view.Audience;
import dev.yorozu.server.systems.nostalgic.view.ViewJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** What can be done with likes. */
final class LikeActions extends NumberActions<LikeView> {
    private final Likes likes;
    private final VisitLimiter limiter;

    LikeActions(Likes likes, ServiceOwners owners, BatchActions batches, VisitLimiter limiter) {
        super(likes.services(), owners, batches);
        this.likes = likes;
        this.limiter = limiter;
    }

    @Override
    Map<String, Action> all() {
        Map<String, Action> actions = super.all();
        actions.put("toggle", request -> request.isUnseen() ? look(request) : toggle(request));
        return actions;
    }

    private Reply toggle(ActionRequest request) {
        String id = request.id();
        Visitor visitor = request.visitor();
        limiter.requireVisit(visitor);
        return switch (likes.toggle(id, visitor)) {
            case Toggle.Toggled toggled -> reply(request, toggled.view(), Audience.EVERYBODY);
            case Toggle.Limited limited -> throw limiter.tooMany(request, "likes", limited.left());
            case Toggle.Unknown unknown -> throw request.unknown(Kind.LIKE);
        };
    }

    @Override
    Creation create(SiteUrl url, String token, Document settings) {
        return likes.create(url, token, settings);
    }

    @Override
    Document settings(Parameters parameters, Document common) {
        Optional<String> icon = parameters.find("icon");
        return icon.isEmpty()
                ? common
                : Icon.of(icon.get())
                        .orElseThrow(() -> NostalgicErrors.invalid("icon", "must be one of heart, star, thumb, peta"))
                        .in(common);
    }

    @Override
    Optional<LikeView> view(String id, ActionRequest request) {
        return likes.view(id, request.visitor());
    }

    @Override
    Map<String, LikeView> views(List<String> ids, ActionRequest request) {
        return likes.views(ids, request.visitor());
    }

    @Override
    Optional<LikeView> set(Ownership.Owned owned, long total, ActionRequest request) {
        return likes.set(owned, total, request.visitor());
    }

    @Override
    Optional<LikeView> change(Ownership.Owned owned, Document settings, ActionRequest request) {
        return likes.change(owned, settings, request.visitor());
    }

    @Override
    Sum sum(String prefix) {
        return likes.sum(prefix);
    }

    @Override
    long number(LikeView view, ActionRequest request) {
        return view.total();
    }

    @Override
    String picture(String digits, Optional<LikeView> view, Theme theme) {
        Icon icon = view.map(each -> Icon.of(each.service())).orElse(Icon.HEART);
        return Pictures.like(digits, icon, theme);
    }

    @Override
    Consumer<JsonGenerator> shown(LikeView view, Audience audience, ActionRequest request) {
        Service service = view.service();
        String icon = Icon.of(service).id();
        return json -> {
            json.writeStringProperty("id", service.id());
            json.writeStringProperty("url", service.url());
            count(json, view.total(), view.liked());
            ViewJson.time(json, "lastLike", service.last());
            json.writeStringProperty("icon", icon);
            json.writeObjectPropertyStart("settings");
            json.writeStringProperty("icon", icon);
            audience.webhook(json, service);
            json.writeEndObject();
        };
    }

    @Override
    Consumer<JsonGenerator> none(String id) {
        return json -> {
            json.writeStringProperty("id", id);
            count(json, 0, false);
        };
    }

    @Override
    Consumer<JsonGenerator> beside(LikeView view) {
        return json -> count(json, view.total(), view.liked());
    }

    /** The earlier versions gave the same fact two names. */
    private static void count(JsonGenerator json, long total, boolean liked) {
        json.writeNumberProperty("total", total);
        json.writeBooleanProperty("userLiked", liked);
        json.writeBooleanProperty("liked", liked);
    }
}
