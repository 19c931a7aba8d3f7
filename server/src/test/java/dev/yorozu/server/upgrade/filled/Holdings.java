package dev.yorozu.server.upgrade.filled;

import dev.yorozu.server.upgrade.Client;
import dev.yorozu.server.upgrade.DiscordBrowser;
import dev.yorozu.server.upgrade.PatronDevice;
import dev.yorozu.server.upgrade.TokenDevice;
import dev.yorozu.server.upgrade.UserDevice;
import dev.yorozu.server.written.Written;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** What the people whose state lies in a filled store hold themselves: tokens, cookies, ids; by names with dots. */
final class Holdings {
    private final Map<String, String> held = new TreeMap<>();

    static Holdings read(Path file) {
        Holdings holdings = new Holdings();
        try {
            for (String line : Files.readAllLines(file)) {
                String[] pair = line.split("=", 2);
                holdings.put(pair[0], pair[1]);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return holdings;
    }

    void write(Path file) throws IOException {
        List<String> lines = held.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .toList();
        Files.write(file, lines);
    }

    void put(String name, String value) {
        held.put(name, value);
        if (value.length() >= 20) {
            Written.secret(value);
        }
    }

    String get(String name) {
        return Objects.requireNonNull(held.get(name), name);
    }

    void put(String name, UserDevice device) {
        put(name + ".access", device.access());
        put(name + ".refresh", device.refreshToken());
        put(name + ".session", device.session());
    }

    UserDevice user(String name, Client client) {
        return new UserDevice(client).holding(get(name + ".access"), get(name + ".refresh"));
    }

    void put(String name, TokenDevice device) {
        put(name + ".access", device.access());
        put(name + ".refresh", device.refreshToken());
    }

    TokenDevice token(String name, Client client) {
        return new TokenDevice(client).holding(get(name + ".access"), get(name + ".refresh"));
    }

    void put(String name, PatronDevice device) {
        put(name + ".session", device.session());
        put(name + ".access", device.access());
        put(name + ".refresh", device.refreshToken());
    }

    PatronDevice patron(String name, Client client) {
        return new PatronDevice(client).holding(get(name + ".session"), get(name + ".access"), get(name + ".refresh"));
    }

    /** All cookies. */
    void put(String name, Client client) {
        client.cookies().forEach((cookie, value) -> put(name + "." + cookie, value));
    }

    /** Gives a client the cookies that were held under this name. */
    DiscordBrowser browser(String name, Client client) {
        held.forEach((key, value) -> {
            if (key.startsWith(name + ".")) {
                client.with(key.substring(name.length() + 1), value);
            }
        });
        return new DiscordBrowser(client);
    }
}
