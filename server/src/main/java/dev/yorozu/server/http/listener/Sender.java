package dev.yorozu.server.http.listener;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.net.Origin;
import java.util.Optional;

/** Which page a request says that it comes from. Browsers write this themselves, and pages cannot change it. */
public final class Sender {
    private Sender() {}

    /** The address or the origin of the page; empty when the request names none. */
    public static Optional<String> of(Call call) {
        return call.header("Origin")
                .filter(origin -> !origin.isBlank())
                .or(() -> call.header("Referer").filter(referer -> !referer.isBlank()));
    }

    /** Whether this is the host that the request went to, under the scheme that the page has itself. */
    public static boolean isHost(Call call, Origin origin) {
        return call.host()
                .flatMap(host -> Origin.host(origin.scheme(), host))
                .filter(origin::equals)
                .isPresent();
    }
}
