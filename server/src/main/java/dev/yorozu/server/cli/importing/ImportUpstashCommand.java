package dev.yorozu.server.cli.importing;

import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.operate.moving.Source;
import dev.yorozu.server.operate.moving.StoreSource;
import java.time.InstantSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Brings in what another program keeps in a database of Upstash or Vercel KV. */
@Command(
        name = "upstash",
        description =
                "Import from a REST database of Upstash or Vercel KV, which is only read: a read-only token will do.")
final class ImportUpstashCommand extends ImportRun {
    @Parameters(paramLabel = "URL", description = "https://HOST, as KV_REST_API_URL has it")
    private String url = "";

    @Mixin
    private final ImportSecret secret = new ImportSecret();

    @Override
    Source open() {
        ImportSecret.requireNone(url);
        if (!url.matches("https?://[^/].*")) {
            throw new Refused("The address of an Upstash database begins with https://.");
        }
        String token = secret.find(console())
                .orElseThrow(() -> new Refused(
                        "The database needs its token: give it by " + ImportSecret.VARIABLE + " or --secret-stdin."));
        return StoreSource.open("upstash:" + url, token, InstantSource.system());
    }
}
