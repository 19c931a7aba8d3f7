package dev.yorozu.examples.invitations;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.SettingsGroup;
import java.time.Duration;

/** What can be set of invitations. */
final class InvitationsSettings {
    private static final String PREFIX = "systems.invitations.";
    static final SettingsGroup GROUP = new SettingsGroup("Invitations");

    static final Setting<String> MOUNT = GROUP.of(
            PREFIX + "mount",
            SettingType.mount("/invitations"),
            "/invitations",
            "Path that all addresses of this system begin with.");
    static final Setting<String> HOST_KEY = GROUP.with(Setting.optional(
                    PREFIX + "hostKey",
                    SettingType.text("a secret of the program that invites"),
                    "none: nobody can invite",
                    "What the program that invites presents as its bearer token.")
            .asSecret());
    static final Setting<Duration> LIFE = GROUP.of(
            PREFIX + "life",
            SettingType.duration(Duration.ofMinutes(1), Duration.ofDays(7)),
            "3d",
            "How long an invitation can be accepted.");
    static final Setting<Integer> RATE =
            GROUP.of(PREFIX + "rate", SettingType.number(1, 1_000_000), "30", "Calls per minute and address, at most.");

    private InvitationsSettings() {}
}
