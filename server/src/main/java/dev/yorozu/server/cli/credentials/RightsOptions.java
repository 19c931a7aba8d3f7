package dev.yorozu.server.cli.credentials;

import dev.yorozu.server.operate.credentials.CredentialOperations.CreateRequest;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that say what a credential may do. */
final class RightsOptions {
    @Option(
            names = "--keys",
            paramLabel = "PATTERN",
            description = {
                "Which keys it reaches by the doors, such as 'sess:*'; may be given again (default: all but Yorozu's own,"
                        + " or none with --scope)",
            })
    private List<String> keys = List.of();

    @Option(
            names = "--may",
            paramLabel = "WORD",
            split = ",",
            description = "read, write, keyspace, dangerous (default: the first three)")
    private List<String> may = List.of();

    @Option(
            names = "--scope",
            paramLabel = "REALM:ACTION",
            description = "What it may call over HTTP, such as users:introspect or 'app/shop:*'; may be given again")
    private List<String> scopes = List.of();

    @Option(names = "--read-only", description = "Nothing that changes anything, whatever --may says")
    private boolean readOnly;

    CreateRequest of(String name) {
        return new CreateRequest(name, keys, may, readOnly, scopes);
    }
}
