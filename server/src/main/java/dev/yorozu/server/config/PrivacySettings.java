package dev.yorozu.server.config;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.net.AddressRange;
import java.util.List;

/** How ids, secrets and the addresses of clients are kept, for all systems alike. */
public final class PrivacySettings {
    public static final SettingsGroup GROUP = new SettingsGroup("Privacy");

    public static final Setting<Storage> STORAGE = GROUP.of(
            "storage",
            SettingType.choice(Storage.class),
            "documented",
            "How sids, states, short links and provider tokens lie in the store: as the documented systems keep them, or"
                    + " as digests and ciphertext. A change ends all sessions, started sign-ins and short links.");
    public static final Setting<List<AddressRange>> TRUSTED_PROXIES = GROUP.optional(
            "trustedProxies",
            SettingType.list("addresses or blocks such as 127.0.0.1, 10.0.0.0/8, fd00::/8", AddressRange::parse),
            "none: `X-Forwarded-For` is ignored",
            "Proxies whose word about a client's address and scheme is believed, with commas between them.");
    public static final Setting<String> ADDRESS_SALT = GROUP.with(Setting.optional(
                    "addressSalt",
                    SettingType.text("a text that nobody can guess"),
                    "made at the first start and kept in the directory `data`",
                    "Salt of the digests that stand for clients' addresses; servers that share a store share it.")
            .asSecret());

    private PrivacySettings() {}
}
