package dev.yorozu.server.systems;

import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.server.directory.DirectorySettings;
import dev.yorozu.server.store.StoreUrl;
import dev.yorozu.server.systems.nostalgic.NostalgicSettings;
import dev.yorozu.server.systems.patreon.PatreonSettings;
import dev.yorozu.server.systems.tokens.TokensSettings;
import dev.yorozu.server.systems.users.UsersSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * What servers that share a store must share besides. A store that others can reach is no sign that there are others, so
 * this is advice and does not stop a start: but two directories that count their accounts alike would give the tokens of
 * one person to another.
 */
final class SeveralServers {
    private SeveralServers() {}

    /** What only this machine has so far; nothing where the store is this machine's as well. */
    static List<String> advice(Settings settings) {
        if (!(StoreUrl.parse(settings.value(StoreSettings.URL)) instanceof StoreUrl.Redis)) {
            return List.of();
        }
        List<String> advice = new ArrayList<>();
        boolean accounts = settings.value(TokensSettings.ENABLED) || settings.value(UsersSettings.ENABLED);
        if (accounts && !settings.isGiven(DirectorySettings.URL)) {
            advice.add("Accounts are kept on this machine alone: before a second server uses the same store, set"
                    + " directory.url to a PostgreSQL database.");
        }
        if (settings.value(TokensSettings.ENABLED) && !TokensSettings.JWT.areKeysGiven(settings)) {
            advice.add("Tokens are signed with a key of this machine alone: before a second server uses the same store,"
                    + " give both the same JWT_SECRET or systems.tokens.jwt.keyFiles.");
        }
        if (settings.value(UsersSettings.ENABLED) && !UsersSettings.JWT.areKeysGiven(settings)) {
            advice.add(
                    "Sessions of the user API are signed for with a key of this machine alone: before a second server"
                            + " uses the same store, give both the same systems.users.jwt.keyFiles.");
        }
        if (settings.value(PatreonSettings.ENABLED)
                && !settings.isGiven(PatreonSettings.SUPABASE_URL)
                && !accounts
                && !settings.isGiven(DirectorySettings.URL)) {
            advice.add(
                    "Profiles and usage of patrons are kept on this machine alone: before a second server uses the same"
                            + " store, set directory.url to a PostgreSQL database, or "
                            + PatreonSettings.SUPABASE_URL.name() + ".");
        }
        if (settings.value(NostalgicSettings.ENABLED) && !settings.isGiven(NostalgicSettings.SECRET)) {
            advice.add(
                    "Visitors are told apart with a secret of this machine alone: before a second server uses the same"
                            + " store, give both the same " + NostalgicSettings.SECRET.name() + ".");
        }
        return advice;
    }
}
