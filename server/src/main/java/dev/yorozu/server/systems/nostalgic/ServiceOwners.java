package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.json.Document;
import dev.yorozu.limit.attempt.AttemptSource;
import dev.yorozu.limit.attempt.LoginAttempt;
import dev.yorozu.limit.attempt.LoginThrottle;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.ServiceId;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.secret.Digests;
import dev.yorozu.server.access.Check;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.metrics.NostalgicMetrics;
import dev.yorozu.server.systems.nostalgic.events.WebhookKeys;
import dev.yorozu.server.webhook.WebhookAddress;
import dev.yorozu.server.webhook.WebhookPolicy;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What owners do with services of any kind, and the limits that hold for them.
 *
 * @param rate that of owners
 */
record ServiceOwners(
        Check rate,
        LoginThrottle throttle,
        CreationQuota quota,
        WebhookKeys keys,
        WebhookPolicy webhooks,
        boolean loopback,
        NostalgicMetrics metrics) {
    /** Makes a service of one kind. */
    @FunctionalInterface
    interface Maker {
        Creation make(SiteUrl url, String token);
    }

    /** The service of a call by its owner; ends the call with 403 or 404 where there is none. */
    Ownership.Owned owned(ActionRequest request, Services services) {
        SiteUrl url = url(request.parameters());
        String token = request.token();
        rate.require(request.call());
        Ownership ownership =
                attempt(request, services.kind(), url, () -> services.owned(url, token), outcome -> switch (outcome) {
                    case Ownership.Owned owned -> LoginAttempt.Verdict.CORRECT;
                    case Ownership.WrongToken wrong -> LoginAttempt.Verdict.WRONG;
                    case Ownership.NoService none -> LoginAttempt.Verdict.NOT_CHECKED;
                });
        return switch (ownership) {
            case Ownership.Owned owned -> owned;
            case Ownership.WrongToken wrong -> throw refused();
            case Ownership.NoService none -> throw NostalgicErrors.unknown(services.kind(), ServiceId.of(url));
        };
    }

    /** A service for an address, new or not; ends the call with 403 where it is somebody else's. */
    Service create(ActionRequest request, Services services, Maker maker) {
        SiteUrl url = url(request.parameters());
        String token = request.token();
        rate.require(request.call());
        return switch (attempt(request, services, url, token, maker)) {
            case Creation.Settled settled -> settled.service();
            case Creation.Refused refused -> throw refused();
            case Creation.Limited limited -> throw limited(limited.left());
        };
    }

    static ProblemException limited(Duration left) {
        return NostalgicErrors.tooMany("new services", left, false);
    }

    /** Makes a service for an address that has none, as far as the quota allows; whoever has one is answered all the same. */
    Creation attempt(ActionRequest request, Services services, SiteUrl url, String token, Maker maker) {
        Supplier<Creation> making = () -> services.find(url).isPresent()
                ? maker.make(url, token)
                : quota.create(request.client().id(), () -> maker.make(url, token));
        return attempt(request, services.kind(), url, making, outcome -> switch (outcome) {
            case Creation.Settled settled -> LoginAttempt.Verdict.CORRECT;
            case Creation.Refused refused -> LoginAttempt.Verdict.WRONG;
            case Creation.Limited limited -> LoginAttempt.Verdict.NOT_CHECKED;
        });
    }

    /** Lets a token be looked at, if there is a try left; else ends the call with status 429. */
    private <T> T attempt(
            ActionRequest request, Kind kind, SiteUrl url, Supplier<T> look, Function<T, LoginAttempt.Verdict> judge) {
        return switch (throttle.attempt(AttemptSource.of(request.client().id()), subject(kind, url), look, judge)) {
            case LoginAttempt.Checked<T> checked -> checked.outcome();
            case LoginAttempt.Refused<T> refused -> throw NostalgicErrors.tooMany(refused.retryAfterSeconds());
        };
    }

    private static String subject(Kind kind, SiteUrl url) {
        return Digests.shortHex(kind.id() + " " + url.text());
    }

    private ProblemException refused() {
        metrics.ownerRefused();
        return NostalgicErrors.WRONG_TOKEN.exception();
    }

    /** Ends a call whose service was deleted, or got another owner, while it was worked on. */
    ProblemException overtaken(Ownership.Owned owned) {
        return NostalgicErrors.unknown(owned.service().kind(), owned.service().id());
    }

    SiteUrl url(Parameters parameters) {
        return url(parameters.require("url"));
    }

    SiteUrl url(String text) {
        return SiteUrl.parse(text.strip(), loopback)
                .orElseThrow(
                        () -> NostalgicErrors.invalid("url", "must be the address of a page, beginning with https://"));
    }

    /** The settings that all kinds have at first: there is nothing yet that a blank one could clear. */
    Document firstSettings(Parameters parameters) {
        return parameters.has("webhookUrl") ? settings(parameters) : Document.empty();
    }

    /** The settings that all kinds have, as far as the call names them. */
    Document settings(Parameters parameters) {
        Optional<String> webhook = parameters.findOrBlank("webhookUrl");
        if (webhook.isEmpty()) {
            return Document.empty();
        }
        String address = webhook.get().strip();
        if (!address.isEmpty()) {
            objection(address).ifPresent(reason -> {
                throw NostalgicErrors.invalid("webhookUrl", reason);
            });
        }
        return Service.withWebhook(Document.empty(), address);
    }

    private Optional<String> objection(String address) {
        try {
            return WebhookAddress.objection(new URI(address), webhooks);
        } catch (URISyntaxException malformed) {
            return Optional.of("must be an address that begins with https://");
        }
    }

    /** Deletes a service whole. */
    Reply delete(ActionRequest request, Services services) {
        Ownership.Owned owned = owned(request, services);
        if (!services.delete(owned)) {
            throw overtaken(owned);
        }
        throttle.forget(subject(services.kind(), url(request.parameters())));
        return NostalgicJson.both(json -> {
            json.writeStringProperty("message", title(services.kind()) + " deleted successfully");
            json.writeStringProperty("id", owned.service().id());
        });
    }

    private static String title(Kind kind) {
        return switch (kind) {
            case COUNTER -> "Counter";
            case LIKE -> "Like";
            case RANKING -> "Ranking";
            case BOARD -> "BBS";
        };
    }

    /** Tells an owner what the service's webhooks are signed with. */
    Reply webhookSecret(ActionRequest request, Services services) {
        String key = keys.of(owned(request, services).service());
        return NostalgicJson.both(json -> json.writeStringProperty("webhookSecret", key));
    }
}
