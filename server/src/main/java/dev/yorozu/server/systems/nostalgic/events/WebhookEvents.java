package dev.yorozu.server.systems.nostalgic.events;

import dev.yorozu.date.Iso;
import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Event;
import dev.yorozu.nostalgic.Events;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.server.webhook.Delivery;
import dev.yorozu.server.webhook.Webhooks;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Tells owners what happens to their services, in a form that also chat services show: they find one line for people
 * under the names that they look for.
 */
public final class WebhookEvents implements Events {
    private final Webhooks webhooks;
    private final WebhookKeys keys;

    public WebhookEvents(Webhooks webhooks, WebhookKeys keys) {
        this.webhooks = webhooks;
        this.keys = keys;
    }

    @Override
    public void happened(Event event) {
        Service service = event.service();
        Optional<URI> target = service.webhook().flatMap(WebhookEvents::address);
        if (target.isPresent()) {
            byte[] key = keys.of(service).getBytes(StandardCharsets.US_ASCII);
            webhooks.offer(new Delivery(target.get(), event.name(), body(event), key));
        }
    }

    private static Optional<URI> address(String text) {
        try {
            return Optional.of(new URI(text));
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }

    private static byte[] body(Event event) {
        String line = line(event);
        return Document.empty()
                .with("event", event.name())
                .with("timestamp", Iso.text(event.at()))
                .with("serviceId", event.service().id())
                .with("url", event.service().url())
                .with("data", event.details())
                .with("content", line)
                .with("text", line)
                .bytes()
                .toArray();
    }

    private static String line(Event event) {
        Document details = event.details();
        String page = ChatText.harmless(event.service().url());
        return switch (event.name()) {
            case "counter.increment" ->
                page + " was visited: " + number(details, "total") + " visits, " + number(details, "today") + " today";
            case "like.toggle" ->
                page + (details.flag("liked").orElse(false) ? " was liked: " : " was unliked: ")
                        + number(details, "total") + " likes";
            case "ranking.submit" -> quoted(details, "name") + " scored " + number(details, "score") + " on " + page;
            case "bbs.post" -> quoted(details, "author") + " wrote on " + page + ": " + quoted(details, "message");
            case "bbs.edit" -> quoted(details, "author") + " changed on " + page + ": " + quoted(details, "message");
            case "bbs.delete" -> "A message was deleted on " + page;
            default -> event.name() + " on " + page;
        };
    }

    private static String number(Document details, String name) {
        return Long.toString(details.number(name).orElse(0));
    }

    private static String quoted(Document details, String name) {
        return ChatText.harmless(details.text(name).orElse(""));
    }
}
