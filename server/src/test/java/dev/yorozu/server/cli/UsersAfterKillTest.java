package dev.yorozu.server.cli;

import java.util.Map;

/** The user API after the process was killed. */
class UsersAfterKillTest extends AfterKillContract {
    UsersAfterKillTest() {
        super(
                new Wire(
                        "/users/api/v1/auth/",
                        "login",
                        "{\"email\":\"h@example.com\",\"password\":\"" + PASSWORD + "\"}",
                        "access_token",
                        "refresh_token",
                        "me"),
                Map.of(
                        "YOROZU_SYSTEMS_USERS_GRACE_SECONDS", "300",
                        "YOROZU_SYSTEMS_USERS_SESSION_MAX_PER_USER", "50",
                        "YOROZU_SYSTEMS_USERS_RATES_REFRESH", "1000000"));
    }
}
