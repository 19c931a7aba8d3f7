package dev.yorozu.server.demo;

import dev.yorozu.account.Account;
import dev.yorozu.account.Directory;
import dev.yorozu.json.Document;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.signing.IssuerKeys;
import dev.yorozu.server.systems.users.UsersSettings;
import dev.yorozu.server.systems.users.UsersSystem;
import dev.yorozu.store.Store;
import dev.yorozu.token.Claims;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Sessions that practice accounts have had at the user API for a while, of devices that nobody holds.
 *
 * @param data where the keys are kept that the server will sign with
 */
record SampleLogins(Settings settings, Store store, Path data, RandomTokens random, InstantSource clock) {
    private static final String PHONE =
            "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
    private static final String DESK =
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

    void fill(Directory directory) {
        IssuerKeys keys = UsersSettings.keys(settings, data, clock);
        directory.findByIdentifier("ren").ifPresent(ren -> {
            signIn(keys, ren, PHONE, "198.51.100.0", Duration.ofDays(2));
            signIn(keys, ren, DESK, "203.0.113.0", Duration.ofHours(7));
        });
        directory
                .findByIdentifier("sora")
                .ifPresent(sora -> signIn(keys, sora, DESK, "203.0.113.0", Duration.ofDays(1)));
    }

    /** They are to be remembered, or they would have been idle for too long. */
    private void signIn(IssuerKeys keys, Account account, String agent, String address, Duration age) {
        InstantSource past = InstantSource.fixed(clock.instant().minus(age));
        Document attributes = Document.empty().with("ip_address", address).with("user_agent", agent);
        UsersSystem.logins(settings, store, keys, random, past)
                .signIn(true, attributes, new Claims(account.uuid().toString(), Document.empty()));
    }
}
