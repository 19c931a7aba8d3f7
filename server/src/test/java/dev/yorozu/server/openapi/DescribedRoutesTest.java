package dev.yorozu.server.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.OwnModules;
import dev.yorozu.server.boot.Systems;
import dev.yorozu.server.cli.ServedInTest;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Route;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.upgrade.AllSystems;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each route is described, or is named as no part of an interface, with the reason; and nothing else is described. */
class DescribedRoutesTest {
    /** Modules that are no interfaces for programs. */
    private static final Map<String, String> NO_INTERFACES = Map.of(
            "ConsoleModule", "pages for operators",
            "MountedPage", "pages of a system for people",
            "NostalgicPages", "pages for people",
            "ReceivePage", "a page that opens a share link",
            "ComponentsModule", "scripts and styles that pages of others load",
            "CloudflareModule", "speaks the protocol of Cloudflare KV, which is documented there",
            "UpstashModule", "speaks the protocol of Upstash Redis, which is documented there");

    /** Settings with which every route is there. */
    private static Settings settings(Path data) {
        return AllSystems.settings(Map.ofEntries(
                Map.entry("data", data.toString()),
                Map.entry("store.url", "memory:"),
                Map.entry("statistics.every", "off"),
                Map.entry("systems.discord.receive.page", "on"),
                Map.entry("systems.oidc.issuer", "https://provider.example"),
                Map.entry("systems.oidc.clientId", "yorozu"),
                Map.entry("systems.patreon.jwtSecret", "a-secret-of-the-test-that-signs-tokens"),
                Map.entry("systems.tokens.jwt.algorithm", "es256"),
                Map.entry("systems.tokens.jwt.issuer", "https://auth.example.com/tokens"),
                Map.entry("systems.users.jwt.issuer", "https://auth.example.com/users")));
    }

    @Test
    void everyRouteIsDescribedAndNothingElse(@TempDir Path data) throws InterruptedException {
        Settings settings = settings(data);
        Map<String, String> mounts = Systems.interfaces(settings);
        ServedInTest.use(settings, RandomTokens.secure(), InstantSource.system(), (url, store, modules) -> {
            List<HttpModule> all = new ArrayList<>(modules);
            all.addAll(OwnModules.all());
            assertThat(undescribed(all, mounts))
                    .as(
                            "routes that no description names: write each below operations (or below omitted, with the reason) of"
                                    + " the file, and see docs/adding-a-system.md for the notation")
                    .isEmpty();
            assertThat(undeclared(all, mounts))
                    .as("descriptions that no route has")
                    .isEmpty();
        });
    }

    private static Set<String> undescribed(List<HttpModule> modules, Map<String, String> mounts) {
        Set<String> missing = new TreeSet<>();
        for (HttpModule module : modules) {
            if (!NO_INTERFACES.containsKey(module.getClass().getSimpleName())) {
                Routes.of(module).stream()
                        .filter(route -> !isDescribed(route, mounts))
                        .map(route -> advice(route, mounts))
                        .forEach(missing::add);
            }
        }
        return missing;
    }

    private static boolean isDescribed(Route route, Map<String, String> mounts) {
        return mounts.entrySet().stream().anyMatch(each -> {
            Description api = Description.of(each.getKey());
            return Stream.concat(api.operations().stream(), api.omitted().keySet().stream())
                    .flatMap(key -> paths(api, key, each.getValue()))
                    .anyMatch(route(route)::contains);
        });
    }

    /** What a description can call it: one for any method is described with those that it takes. */
    private static Set<String> route(Route route) {
        return Stream.of(
                        route.method().equals(Route.ANY_METHOD)
                                ? "GET POST PUT DELETE".split(" ")
                                : new String[] {route.method()})
                .map(method -> method + " " + route.pattern())
                .collect(Collectors.toSet());
    }

    /** The whole paths of an operation, also below the prefixes. */
    private static Stream<String> paths(Description api, String key, String mount) {
        String method = key.substring(0, key.indexOf(' ') + 1);
        String path = key.substring(method.length());
        return path.startsWith("//")
                ? Stream.of(method + OpenApi.path(mount, path))
                : Stream.concat(Stream.of(""), api.prefixes().keySet().stream())
                        .map(prefix -> method + mount + prefix + path);
    }

    private static String advice(Route route, Map<String, String> mounts) {
        Optional<Map.Entry<String, String>> closest = mounts.entrySet().stream()
                .filter(each -> route.pattern().startsWith(each.getValue()))
                .max((one, other) -> Integer.compare(
                        one.getValue().length(), other.getValue().length()));
        String file = closest.map(Map.Entry::getKey).orElse(OpenApi.SERVER);
        String below = closest.map(
                        each -> route.pattern().substring(each.getValue().length()))
                .orElse(route.pattern());
        return "server/src/main/resources/dev/yorozu/server/openapi/" + file + ".yaml: \"" + route.method() + " "
                + below + "\" with id, tag, summary, and responses";
    }

    private static Set<String> undeclared(List<HttpModule> modules, Map<String, String> mounts) {
        Set<String> declared = modules.stream()
                .flatMap(module -> Routes.of(module).stream())
                .flatMap(route -> route(route).stream())
                .collect(Collectors.toSet());
        Set<String> surplus = new TreeSet<>();
        mounts.forEach((name, mount) -> {
            Description api = Description.of(name);
            Stream.concat(api.operations().stream(), api.omitted().keySet().stream())
                    .filter(key -> paths(api, key, mount).noneMatch(declared::contains))
                    .forEach(key -> surplus.add(name + ".yaml: " + key));
        });
        return surplus;
    }
}
