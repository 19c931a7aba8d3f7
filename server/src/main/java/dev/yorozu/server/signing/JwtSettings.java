package dev.yorozu.server.signing;

import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKey.Algorithm;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsException;
import dev.yorozu.server.config.SettingsGroup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** How the access tokens of one system are signed, and with which keys, as every system that signs tokens can be set. */
public record JwtSettings(
        String system,
        Setting<Algorithm> algorithm,
        Setting<SigningKey> secret,
        Setting<List<SigningKey>> oldSecrets,
        Setting<List<Path>> keyFiles,
        Setting<String> issuer,
        Setting<String> audience,
        Setting<Duration> life,
        Setting<Duration> skew) {
    /** Half of what can be used, so that keys made here have room beside them. */
    private static final int MOST_GIVEN = SigningKeys.MOST / 2;

    private static final String SECRETS = "a text of at least " + SigningKey.FEWEST_SECRET_BYTES + " bytes";

    /**
     * @param group that they belong to
     * @param prefix of the system, with its dot behind
     * @param standard the algorithm that the system documents
     */
    public static JwtSettings of(
            SettingsGroup group, String prefix, Algorithm standard, String issuer, String audience) {
        String jwt = prefix + "jwt.";
        return new JwtSettings(
                prefix.replaceFirst("\\.$", "").replaceFirst(".*\\.", ""),
                group.of(
                        jwt + "algorithm",
                        SettingType.choice(Algorithm.class),
                        standard.name().toLowerCase(Locale.ROOT),
                        "How access tokens are signed; each key is used with its own algorithm only."),
                group.with(Setting.optional(
                                jwt + "secret",
                                new SettingType<>(SECRETS, JwtSettings::secret),
                                "made on the first start",
                                "Secret that signs with `hs256`. Several servers need the same.")
                        .alsoFrom("JWT_SECRET", "")
                        .asSecret()),
                group.with(Setting.optional(
                                jwt + "oldSecrets",
                                SettingType.list(SECRETS + " each, with commas between them", JwtSettings::secret),
                                "none",
                                "Earlier secrets, the newest first: tokens that they signed are still accepted.")
                        .asSecret()),
                group.optional(
                        jwt + "keyFiles",
                        SettingType.list(
                                "paths of PEM files, with commas between them",
                                SettingType.path().parser()),
                        "made on the first start",
                        "Keys for `rs256` (RSA), `es256` (P-256) and `eddsa` (Ed25519) in PEM (PKCS #8), the newest first: the first"
                                + " signs, all are accepted."),
                group.of(jwt + "issuer", name(), issuer, "Issuer (`iss`) that tokens name."),
                group.of(jwt + "audience", name(), audience, "Audience (`aud`) that tokens are for."),
                group.of(
                        jwt + "life",
                        SettingType.duration(Duration.ofSeconds(10), Duration.ofDays(1)),
                        "15m",
                        "How long an access token lives."),
                group.of(
                        jwt + "skew",
                        SettingType.duration(Duration.ZERO, JwtPolicy.GREATEST_SKEW),
                        "30s",
                        "How far the clocks of servers may differ."));
    }

    /**
     * How long a spent refresh token may be sent again, as every system with such tokens can be set.
     *
     * @param prefix of the system, with its dot behind
     */
    public static Setting<Integer> graceSeconds(String prefix) {
        return Setting.of(
                prefix + "graceSeconds",
                SettingType.number(0, 300),
                "10",
                "How long a spent refresh token is answered with the same successor, for clients that lost the answer; `0`"
                        + " turns it off.");
    }

    private static SettingType<String> name() {
        return new SettingType<>(
                "a text of 1 to 256 characters",
                text -> text.isBlank() || text.length() > 256 ? Optional.empty() : Optional.of(text));
    }

    /** As other programs that share a secret read it: the bytes of its text. */
    private static Optional<SigningKey> secret(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length < SigningKey.FEWEST_SECRET_BYTES ? Optional.empty() : Optional.of(SigningKey.hs256(bytes));
    }

    /** @param type the {@code typ} of the tokens, such as {@link JwtPolicy#JWT} */
    public JwtPolicy policy(Settings settings, String type) {
        return new JwtPolicy(settings.value(issuer), settings.value(audience), type, settings.value(skew));
    }

    /**
     * The keys that the settings give; where they give none of the algorithm that signs, those in the data directory, made
     * there on the first start.
     *
     * @param data the data directory, which exists
     * @param longest how long the longest-lived token lives that these keys sign
     */
    public IssuerKeys keys(Settings settings, Path data, Duration longest, InstantSource clock) {
        Algorithm signing = settings.value(algorithm);
        List<SigningKey> given = given(settings, signing);
        if (areKeysGiven(settings)) {
            SigningKeys keys = new SigningKeys(given.getFirst(), given.subList(1, given.size()));
            return IssuerKeys.given(() -> keys);
        }
        Path file = data.resolve(system + ".jwks");
        return IssuerKeys.kept(new KeyFile(file, signing, longest.plus(settings.value(skew)), given, clock));
    }

    /** Whether the settings name the key that signs, so that none is made. */
    public boolean areKeysGiven(Settings settings) {
        return settings.isGiven(settings.value(algorithm) == Algorithm.HS256 ? secret : keyFiles);
    }

    /** What is to be said where the key that signs is this machine's alone; nothing where the settings name it. */
    public Map<Setting<?>, String> advice(Settings settings, String text) {
        return areKeysGiven(settings) ? Map.of() : Map.of(life, text);
    }

    /** As {@link #keys(Settings, Path, Duration, InstantSource)} for a system whose keys sign access tokens only. */
    public IssuerKeys keys(Settings settings, Path data, InstantSource clock) {
        return keys(settings, data, settings.value(life), clock);
    }

    /** The keys in the settings, one that signs first; the others may be of other algorithms. */
    private List<SigningKey> given(Settings settings, Algorithm signing) {
        List<SigningKey> secrets = settings.find(oldSecrets).orElse(List.of());
        List<SigningKey> files = settings.find(keyFiles).orElse(List.of()).stream()
                .map(PemFile::read)
                .toList();
        List<SigningKey> all = new ArrayList<>();
        switch (signing) {
            case HS256 -> {
                settings.find(secret).ifPresent(all::add);
                all.addAll(secrets);
                all.addAll(files);
            }
            case RS256, ES256, EdDSA -> {
                all.addAll(files);
                all.addAll(secrets);
            }
        }
        if (areKeysGiven(settings) && all.getFirst().algorithm() != signing) {
            throw new SettingsException("The first of the setting " + keyFiles.name() + " is a key of "
                    + all.getFirst().algorithm() + ", and " + algorithm.name() + " says " + signing + ".");
        }
        if (all.stream().map(SigningKey::name).distinct().count() < all.size()) {
            throw new SettingsException("The settings " + secret.name() + ", " + oldSecrets.name() + " and "
                    + keyFiles.name() + " must not give the same key twice.");
        }
        if (all.size() > MOST_GIVEN) {
            throw new SettingsException("The settings " + secret.name() + ", " + oldSecrets.name() + " and "
                    + keyFiles.name() + " give more than " + MOST_GIVEN + " keys: remove the oldest.");
        }
        return all;
    }
}
