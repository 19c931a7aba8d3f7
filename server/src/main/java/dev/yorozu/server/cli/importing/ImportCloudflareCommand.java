package dev.yorozu.server.cli.importing;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.operate.moving.CloudflareSource;
import dev.yorozu.server.operate.moving.Source;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Brings in a namespace of Workers KV. */
@Command(
        name = "cloudflare-kv",
        description = {
            "Import what wrangler printed of a namespace of Workers KV: a JSON file of keys and values, or a directory",
            "with keys.json (from `wrangler kv key list`) and a file for each value, named by its key, percent-encoded."
        })
final class ImportCloudflareCommand extends ImportRun {
    @Parameters(paramLabel = "FILE|DIR", description = "Keys and values")
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private Path path;

    @Option(
            names = "--keys",
            paramLabel = "FILE",
            description = "What `wrangler kv key list` printed, which says when keys expire")
    private @Nullable Path list;

    @Override
    Source open() {
        if (!Files.exists(path)) {
            throw new Refused("There is no file or directory " + path);
        }
        return new CloudflareSource(path, Optional.ofNullable(list), Keyspace.schema());
    }
}
