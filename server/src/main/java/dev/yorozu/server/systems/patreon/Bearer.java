package dev.yorozu.server.systems.patreon;

import dev.yorozu.server.http.Call;

/** What a call brings in its {@code Authorization} header. */
final class Bearer {
    private Bearer() {}

    /** The token; without one, the call ends with status 401. */
    static String of(Call call) {
        return call.bearer().orElseThrow(PatreonErrors.MISSING_AUTH::exception);
    }
}
