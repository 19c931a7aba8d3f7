package dev.yorozu.server.operate.backup.scheduled;

import dev.yorozu.server.bucket.BucketAccess;
import dev.yorozu.server.bucket.BucketAddress;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsException;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.operate.backup.encrypted.PassphraseFile;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Which backups a server makes by itself, and where they go. */
public final class BackupSettings {
    public static final SettingsGroup GROUP = new SettingsGroup("Backups");

    private static final Duration SHORTEST = Duration.ofMinutes(1);

    public static final Setting<Optional<Duration>> EVERY = GROUP.of(
            "backup.every",
            SettingType.durationOrOff(SHORTEST, Duration.ofDays(30)),
            "off",
            "How often a backup is made, once for all servers on one store, or `off`. See backups.md.");
    public static final Setting<Integer> KEEP = GROUP.of(
            "backup.keep",
            SettingType.number(1, 1_000),
            "7",
            "How many of these backups are kept; older ones are removed after a new one was verified.");
    public static final Setting<String> TO = GROUP.optional(
            "backup.to",
            new SettingType<>(
                    "a directory, or s3://BUCKET/PREFIX with small letters in the bucket and plain ones in the prefix",
                    text -> text.isBlank()
                                    || (text.startsWith(BucketAddress.SCHEME)
                                            && BucketAddress.parse(text).isEmpty())
                            ? Optional.empty()
                            : Optional.of(text)),
            "",
            "Where backups go: a directory, which must be there, or a place of their own in S3-compatible storage,"
                    + " `s3://BUCKET/PREFIX`.");
    public static final Setting<String> PASSPHRASE = GROUP.with(Setting.optional(
                    "backup.passphrase",
                    SettingType.text("a passphrase of at least " + PassphraseFile.SHORTEST + " characters"),
                    "",
                    "Encrypts these backups; needed for S3. `backup` and `restore` take it from its variable too. Keep a copy elsewhere:"
                            + " without it nothing is restored.")
            .asSecret());
    public static final Setting<Path> PASSPHRASE_FILE = GROUP.optional(
            "backup.passphraseFile",
            SettingType.path(),
            "",
            "The same as the first line of a file that only its owner can read.");
    public static final Setting<URI> ENDPOINT =
            GROUP.with(Setting.optional("backup.s3.endpoint", SettingType.url(), "", "Where the storage answers.")
                    .fallingBackTo(
                            settings -> "https://s3." + settings.value(BackupSettings.REGION) + ".amazonaws.com",
                            "that of Amazon in the region"));
    public static final Setting<String> REGION = GROUP.with(Setting.of(
                    "backup.s3.region",
                    new SettingType<>(
                            "the name of a region, such as eu-central-1",
                            text -> text.matches("[A-Za-z0-9-]{1,64}") ? Optional.of(text) : Optional.empty()),
                    "us-east-1",
                    "Region of the storage; many call their only one `us-east-1` or `auto`.")
            .alsoFrom("AWS_REGION", ""));
    public static final Setting<String> ACCESS_KEY =
            GROUP.with(Setting.optional("backup.s3.accessKey", key(), "", "Access key of the storage.")
                    .alsoFrom("AWS_ACCESS_KEY_ID", "")
                    .asSecret());
    public static final Setting<String> SECRET_KEY =
            GROUP.with(Setting.optional("backup.s3.secretKey", key(), "", "Secret key of the storage.")
                    .alsoFrom("AWS_SECRET_ACCESS_KEY", "")
                    .asSecret());

    private BackupSettings() {}

    private static SettingType<String> key() {
        return new SettingType<>(
                "a key without spaces", text -> text.matches("[!-~]{1,256}") ? Optional.of(text) : Optional.empty());
    }

    /** The passphrase, from wherever it is given. */
    public static Optional<String> passphrase(Settings settings) {
        return settings.find(PASSPHRASE).or(() -> settings.find(PASSPHRASE_FILE).map(PassphraseFile::read));
    }

    /** How the storage is reached; throws {@link SettingsException} where a key is missing. */
    public static BucketAccess access(Settings settings) {
        return new BucketAccess(
                settings.value(ENDPOINT),
                settings.value(REGION),
                required(settings, ACCESS_KEY),
                required(settings, SECRET_KEY));
    }

    private static String required(Settings settings, Setting<String> key) {
        return settings.find(key)
                .orElseThrow(() -> new SettingsException("Setting " + key.name()
                        + " is missing, and backups in S3 need it: give it in the file or as " + key.variable() + "."));
    }

    /** What the settings ask for; throws {@link SettingsException} where they do not fit together. */
    public static Optional<BackupPlan> plan(Settings settings) {
        Optional<Duration> every = settings.value(EVERY);
        Optional<String> to = settings.find(TO);
        if (to.isEmpty()) {
            every.ifPresent(span -> {
                throw new SettingsException("Setting backup.every is set, and backup.to is not: name a directory or"
                        + " s3://BUCKET/PREFIX there.");
            });
            return Optional.empty();
        }
        Optional<String> passphrase = passphrase(settings);
        if (passphrase.filter(text -> text.length() < PassphraseFile.SHORTEST).isPresent()) {
            throw new SettingsException("The passphrase of backups is shorter than " + PassphraseFile.SHORTEST
                    + " characters: choose a longer one.");
        }
        Optional<BucketAddress> bucket = BucketAddress.parse(to.get());
        if (bucket.isPresent()) {
            access(settings);
            if (passphrase.isEmpty()) {
                throw new SettingsException("Backups in S3 are always encrypted, and there is no passphrase: set"
                        + " backup.passphrase or backup.passphraseFile.");
            }
        }
        return Optional.of(new BackupPlan(every, settings.value(KEEP), to.get(), passphrase));
    }
}
