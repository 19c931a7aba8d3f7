package dev.yorozu.server.cli.importing;

import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.operate.moving.Source;
import dev.yorozu.server.operate.moving.StoreSource;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Brings in what another program keeps in Redis. */
@Command(name = "redis", description = "Import from a Redis that another program uses, which is only read.")
final class ImportRedisCommand extends ImportRun {
    @Parameters(
            paramLabel = "URL",
            description = "redis://[USER@]HOST:PORT[/DB], rediss://…, redis-sentinel://… or redis-cluster://…")
    private String url = "";

    @Mixin
    private final ImportSecret secret = new ImportSecret();

    @Override
    Source open() {
        ImportSecret.requireNone(url);
        if (!url.matches("(rediss?|redis-sentinel|redis-cluster)://.+")) {
            throw new Refused(
                    "The address is not one of a Redis: it begins with redis://, rediss://, redis-sentinel:// or"
                            + " redis-cluster://.");
        }
        return StoreSource.open(withPassword(secret.find(console())), "", InstantSource.system());
    }

    private String withPassword(Optional<String> password) {
        if (password.isEmpty()) {
            return url;
        }
        String encoded =
                URLEncoder.encode(password.get(), StandardCharsets.UTF_8).replace("+", "%20");
        int begin = url.indexOf("//") + 2;
        int at = url.indexOf('@');
        String user = at < 0 ? "" : url.substring(begin, at);
        return url.substring(0, begin) + user + ":" + encoded + "@" + url.substring(at < 0 ? begin : at + 1);
    }
}
