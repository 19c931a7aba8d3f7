package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.Sum;
import dev.yorozu.nostalgic.Visitor;
import dev.yorozu.nostalgic.like.Icon;
import dev.yorozu.nostalgic.like.LikeView;
import dev.yorozu.nostalgic.like.Likes;
import dev.yorozu.nostalgic.like.Toggle;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.systems.nostalgic.image.Pictures;
import dev.yorozu.server.systems.nostalgic.image.Theme;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** Likes: what is theirs alone. */
final class LikeTally implements Tally<LikeView> {
    private final Likes likes;
    private final Crowds crowds;
    private final Cooldowns cooldowns;

    LikeTally(Likes likes, Crowds crowds, Cooldowns cooldowns) {
        this.likes = likes;
        this.crowds = crowds;
        this.cooldowns = cooldowns;
    }

    Map<String, Action> actions(Owners owners, Batches batches, CreationQuota quota) {
        TallyActions<LikeView> common = new TallyActions<>(this, owners, batches, quota);
        Map<String, Action> actions = common.all();
        actions.put("toggle", request -> request.isUnseen() ? common.look(request) : toggle(request));
        return actions;
    }

    private Reply toggle(Request request) {
        String id = request.id();
        Visitor visitor = request.visitor();
        crowds.admit(visitor);
        return switch (likes.toggle(id, visitor)) {
            case Toggle.Toggled toggled ->
                Answers.data(shown(toggled.view(), Audience.EVERYBODY), beside(toggled.view()));
            case Toggle.Limited limited -> throw cooldowns.tooMany(request, "likes", limited.left());
            case Toggle.Unknown unknown -> throw request.unknown(Kind.LIKE);
        };
    }

    @Override
    public Services services() {
        return likes.services();
    }

    @Override
    public Creation create(SiteUrl url, String token, Document settings) {
        return likes.create(url, token, settings);
    }

    @Override
    public Document settings(Parameters parameters, Document common) {
        Optional<String> icon = parameters.find("icon");
        return icon.isEmpty()
                ? common
                : Icon.of(icon.get())
                        .orElseThrow(() -> Refusals.invalid("icon", "must be one of heart, star, thumb, peta")
                                .exception())
                        .in(common);
    }

    @Override
    public Optional<LikeView> view(String id, Request request) {
        return likes.view(id, request.visitor());
    }

    @Override
    public Map<String, LikeView> views(List<String> ids, Request request) {
        return likes.views(ids, request.visitor());
    }

    @Override
    public Optional<LikeView> set(Ownership.Owned owned, long total, Request request) {
        return likes.set(owned, total, request.visitor());
    }

    @Override
    public Optional<LikeView> change(Ownership.Owned owned, Document settings, Request request) {
        return likes.change(owned, settings, request.visitor());
    }

    @Override
    public Sum sum(String prefix) {
        return likes.sum(prefix);
    }

    @Override
    public long number(LikeView view, Request request) {
        return view.total();
    }

    @Override
    public String picture(String digits, Optional<LikeView> view, Theme theme) {
        Icon icon = view.map(each -> Icon.of(each.service())).orElse(Icon.HEART);
        return Pictures.like(digits, icon, theme);
    }

    @Override
    public Consumer<JsonGenerator> shown(LikeView view, Audience audience) {
        Service service = view.service();
        String icon = Icon.of(service).id();
        return json -> {
            json.writeStringProperty("id", service.id());
            json.writeStringProperty("url", service.url());
            count(json, view.total(), view.liked());
            Answers.time(json, "lastLike", service.last());
            json.writeStringProperty("icon", icon);
            json.writeObjectPropertyStart("settings");
            json.writeStringProperty("icon", icon);
            audience.webhook(json, service);
            json.writeEndObject();
        };
    }

    @Override
    public Consumer<JsonGenerator> none(String id) {
        return json -> {
            json.writeStringProperty("id", id);
            count(json, 0, false);
        };
    }

    @Override
    public Consumer<JsonGenerator> beside(LikeView view) {
        return json -> count(json, view.total(), view.liked());
    }

    /** The earlier versions gave the same fact two names. */
    private static void count(JsonGenerator json, long total, boolean liked) {
        json.writeNumberProperty("total", total);
        json.writeBooleanProperty("userLiked", liked);
        json.writeBooleanProperty("liked", liked);
    }
}
