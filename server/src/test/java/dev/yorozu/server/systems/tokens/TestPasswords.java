package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Passwords;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.config.SettingsSchema;
import dev.yorozu.server.systems.PasswordSettings;

/** Real hashes that are made quickly. */
final class TestPasswords {
    static final Passwords SET = PasswordSettings.passwords(
            new SettingsReader(SettingsSchema.standard()).withoutFile().read());

    private TestPasswords() {}
}
