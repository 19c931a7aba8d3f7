package dev.yorozu.server.systems.patreon;

import dev.yorozu.server.http.Call;
import java.util.List;
import java.util.Optional;

/** What a call brings in its {@code Authorization} header. */
final class Bearer {
    private static final String SCHEME = "Bearer ";

    private Bearer() {}

    /** The token; empty without a header, with another scheme, or with several headers, which others may read otherwise. */
    static Optional<String> find(Call call) {
        List<String> headers = call.headers("Authorization");
        if (headers.size() != 1 || !headers.getFirst().regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        return Optional.of(headers.getFirst().substring(SCHEME.length()).strip())
                .filter(token -> !token.isEmpty());
    }

    /** The token; without one, the call ends with status 401. */
    static String of(Call call) {
        return find(call).orElseThrow(PatreonErrors.MISSING_AUTH::exception);
    }
}
