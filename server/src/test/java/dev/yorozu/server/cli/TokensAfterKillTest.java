package dev.yorozu.server.cli;

import java.util.Map;

/** The token store after the process was killed. */
class TokensAfterKillTest extends AfterKillContract {
    TokensAfterKillTest() {
        super(
                new Wire(
                        "/tokens/api/entrance/",
                        "auth/login",
                        "{\"loginIdentifier\":\"hana\",\"password\":\"" + PASSWORD
                                + "\",\"deviceType\":\"Other\",\"os\":\"Unknown\"}",
                        "accessToken",
                        "refreshToken",
                        "verify"),
                Map.of(
                        "YOROZU_SYSTEMS_TOKENS_GRACE_SECONDS", "300",
                        "YOROZU_SYSTEMS_TOKENS_MAX_REFRESH_PER_USER", "50",
                        "YOROZU_SYSTEMS_TOKENS_RATES_REFRESH", "1000000"));
    }
}
