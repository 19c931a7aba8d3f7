package dev.yorozu.server.recorded;

import dev.yorozu.server.http.listener.DeclaredRoutes;
import dev.yorozu.server.openapi.Examples;
import dev.yorozu.server.recorded.Step.Exchange;
import dev.yorozu.server.systems.patreon.Pledge;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** Plays files of requests one after the other, and writes down what is answered. */
final class Player {
    private final RecordedSite site;
    private final Consumer<Shown> shown;
    private final String address;
    private final Wire wire;
    private final Masks masks = new Masks();
    private final Values values = new Values();
    private final List<Exchange> played = new ArrayList<>();
    private final Map<String, Browser> browsers = new HashMap<>();

    /** @param shown told of each exchange, without what differs from run to run */
    Player(RecordedSite site, URI url, Consumer<Shown> shown) {
        this.site = site;
        this.shown = shown;
        this.address = url.getAuthority();
        this.wire = new Wire(url.getPort());
        know("site", address);
        know("discord", authority(Objects.requireNonNull(site.discord.settings().get("systems.discord.apiUrl"))));
        know("patreon", authority(site.patreon.url()));
        know("provider", authority(site.provider.issuer()));
    }

    private void know(String name, String text) {
        values.put(name, text);
        masks.hide(text, name);
    }

    private static String authority(String url) {
        return URI.create(url).getAuthority();
    }

    /** All requests so far. */
    List<Exchange> played() {
        return played;
    }

    /** @param file names the clients apart from those of other files */
    Transcript play(String file, List<Step> steps) {
        Transcript transcript = new Transcript();
        for (Step step : steps) {
            switch (step) {
                case Step.Advance advance -> site.clock.advance(advance.time());
                case Step.Pledge pledge -> site.patreon.pledge(pledge.user(), pledge(pledge));
                case Step.DiscordLife life -> site.discord.expiresIn(life.seconds());
                case Step.DiscordAnswers answers -> answers(answers);
                case Step.PatreonMood mood -> mood(mood);
                case Step.AtProvider at -> {
                    String back = sentBack(values.fill(at.address()));
                    values.put(at.name(), back);
                    masks.hide(back.replaceFirst(".*[?&]code=([^&]+).*", "$1"), "code");
                }
                case Exchange exchange -> {
                    Answer answer = exchange(file, exchange);
                    transcript.add(exchange, answer, masks);
                    show(exchange, answer);
                }
            }
        }
        return transcript;
    }

    private void answers(Step.DiscordAnswers told) {
        if (told.tokens()) {
            site.discord.tokenAnswers(told.status(), told.body());
        } else {
            site.discord.userAnswers(told.status(), told.body());
        }
    }

    private void mood(Step.PatreonMood told) {
        if (told.tokens()) {
            site.patreon.tokens(told.mood());
        } else {
            site.patreon.identities(told.mood());
        }
    }

    private static Pledge pledge(Step.Pledge said) {
        Pledge usual = Pledge.of(said.cents());
        return new Pledge(
                usual.campaign(), said.status(), usual.tierCents(), usual.lifetimeCents(), usual.lastCharge());
    }

    private Answer exchange(String file, Exchange exchange) {
        played.add(exchange);
        Answer answer = send(file, exchange);
        for (int i = 1; i < exchange.times(); i++) {
            answer = send(file, exchange);
        }
        for (Step.Capture wanted : exchange.captures()) {
            String kept = values.keep(wanted, answer);
            if (wanted.masked()) {
                masks.hide(kept, wanted.name());
            }
        }
        return answer;
    }

    private void show(Exchange exchange, Answer answer) {
        shown.accept(new Shown(
                exchange.method(),
                sent(exchange.path()),
                sent(exchange.body()),
                answer,
                masks.apply(exchange.path(), Examples.withoutTokens(answer.text()))));
    }

    private String sent(String text) {
        return masks.sent(Examples.withoutTokens(values.fill(text)));
    }

    /** An exchange, without what differs from run to run. */
    record Shown(String method, String target, String body, Answer answer, String answered) {
        /** The same as an example of what it met. */
        Examples.Exchange at(DeclaredRoutes.Met met) {
            return new Examples.Exchange(
                    method,
                    met.pattern(),
                    met.values(),
                    target.contains("?") ? target.substring(target.indexOf('?') + 1) : "",
                    body,
                    Integer.parseInt(answer.status().split(" ")[1]),
                    answer.value("Content-Type").orElse("").split(";", 2)[0],
                    answered);
        }
    }

    private Answer send(String file, Exchange exchange) {
        site.random.begin(file + " " + exchange.line());
        return browser(file + " " + exchange.client())
                .send(
                        exchange.method(),
                        values.fill(exchange.path()),
                        exchange.headers().stream().map(values::fill).toList(),
                        values.fill(exchange.body()));
    }

    /** Each has an address of its own, which follows from the name. */
    private Browser browser(String name) {
        return browsers.computeIfAbsent(
                name,
                each -> new Browser(
                        wire,
                        address,
                        "10.%d.%d.%d"
                                .formatted(
                                        each.hashCode() >> 16 & 255,
                                        each.hashCode() >> 8 & 255,
                                        each.hashCode() & 255)));
    }

    /** Goes where a started sign-in leads; gives the path that the provider sends the browser back to. */
    private String sentBack(String authorize) {
        site.provider.nextToken(Map.of("name", "Alice"));
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(authorize)).build();
            String location = http.send(request, BodyHandlers.discarding())
                    .headers()
                    .firstValue("Location")
                    .orElseThrow();
            return location.substring(location.indexOf(address) + address.length());
        } catch (IOException broken) {
            throw new AssertionError("The provider did not answer", broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", stopped);
        }
    }
}
