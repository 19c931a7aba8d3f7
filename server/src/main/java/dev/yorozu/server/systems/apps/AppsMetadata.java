package dev.yorozu.server.systems.apps;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.oauth.ServerMetadata;
import dev.yorozu.server.systems.apps.open.OpenApps;
import java.util.List;

/**
 * What apps publish about themselves as issuers of tokens (RFC 8414), where the issuer of an app is its own address. As of
 * other systems, it is between host and path and below the path.
 */
record AppsMetadata(String appsMount, OpenApps apps) implements HttpModule {
    private static final String APP = "/apps/{app}";

    @Override
    public String mount() {
        return "";
    }

    @Override
    public List<String> paths() {
        return List.of(ServerMetadata.PATH + appsMount + "/apps");
    }

    @Override
    public ErrorForm errors() {
        return AppsErrors.FORM;
    }

    @Override
    public void routes(Routes routes) {
        routes.get(ServerMetadata.PATH + appsMount + APP, this::answer);
    }

    /** The same below the address of the app. */
    void declare(Routes routes) {
        routes.get(APP + ServerMetadata.PATH, this::answer);
    }

    private Reply answer(Call call) {
        String name = call.parameter("app");
        String issuer = apps.find(name)
                .orElseThrow(AppsErrors.NO_APP::exception)
                .app()
                .settings()
                .tokens()
                .issuer();
        if (!isPublished(appsMount, name, issuer)) {
            throw AppsErrors.NO_METADATA.exception();
        }
        return ServerMetadata.answer(issuer, true);
    }

    /** Whether the issuer of an app is its address. */
    static boolean isPublished(String mount, String app, String issuer) {
        return ServerMetadata.isAddressOf(mount + "/apps/" + app, issuer);
    }
}
