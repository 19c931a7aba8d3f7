package dev.yorozu.bench.token;

import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.DeviceSighting;
import dev.yorozu.account.DeviceType;
import dev.yorozu.account.Directory;
import dev.yorozu.account.MaskedAddress;
import dev.yorozu.account.NewAccount;
import dev.yorozu.account.OperatingSystem;
import dev.yorozu.bench.http.Contender;
import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.bench.http.Visit;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.directory.DirectoryOpener;
import dev.yorozu.server.files.OwnerOnly;
import dev.yorozu.store.Store;
import dev.yorozu.token.Issued;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Starts the servers whose tokens are measured.
 *
 * @param scratch where they write
 * @param users how many are signed in to have their tokens checked
 * @param spare how many more, to renew theirs
 */
record TokenServers(Path scratch, int users, int spare) {
    private static final String VERIFY = "/tokens/api/entrance/verify";

    /** In the form of a hash; nobody signs in with a password here. */
    private static final String NO_PASSWORD =
            "$argon2id$v=19$m=19456,t=2,p=1$" + "AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

    /** A server, and logins that nobody has renewed yet. */
    record Ready(Contender contender, Deque<String> fresh) {
        List<RefreshTalk> renewing(int callers) {
            List<RefreshTalk> talks = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                talks.add(RefreshTalk.from(fresh.remove()));
            }
            return talks;
        }
    }

    /** Signs everybody in, in the store itself, and starts a server on it. The store is closed before. */
    Ready yorozu(String name, String url, Store store) throws IOException {
        Path data = OwnerOnly.directory(scratch.resolve(name));
        Path settings = settings(data);
        TokenShop shop = TokenShop.of(store);
        List<Issued> logins = shop.signedIn(accounts(settings));
        List<Visit> checks = new ArrayList<>();
        Deque<String> fresh = new ArrayDeque<>();
        for (Issued login : logins) {
            if (checks.size() < users) {
                checks.add(check(login));
            } else {
                fresh.add(login.refreshToken());
            }
        }
        store.close();
        ServerProcess server = ServerProcess.yorozu(settings, url, scratch.resolve(name + ".log"));
        return new Ready(new Contender("Yorozu, " + name, server, checks), fresh);
    }

    private static Visit check(Issued login) {
        String beginning = "{\"userId\":" + login.login().user() + ",\"jti\":\""
                + login.login().access().getLast().id() + "\"";
        return Visit.bearing(VERIFY, login.accessToken(), beginning);
    }

    /** Makes an account for everybody; a server looks at it when tokens are renewed. */
    private List<TokenShop.User> accounts(Path file) {
        Settings settings =
                new SettingsReader(StandardSettings.schema()).file(file).read();
        List<TokenShop.User> ids = new ArrayList<>();
        try (Directory directory = DirectoryOpener.open(settings, InstantSource.system())) {
            for (int i = 0; i < users + spare; i++) {
                String loginId = "user" + i;
                NewAccount account =
                        new NewAccount(loginId, "User " + i, loginId + "@example.com", NO_PASSWORD, Set.of("user"));
                if (directory.create(account) instanceof AccountCreation.Created created) {
                    ids.add(new TokenShop.User(created.account().user(), device(directory, created)));
                } else {
                    throw new IllegalStateException("An account is there already");
                }
            }
        }
        return ids;
    }

    private static UUID device(Directory directory, AccountCreation.Created created) {
        DeviceSighting sighting = new DeviceSighting(
                DeviceType.BROWSER, OperatingSystem.LINUX, "", "bench", "", "", "", MaskedAddress.of("127.0.0.1"));
        return directory
                .remember(created.account().id(), sighting)
                .orElseThrow()
                .device()
                .publicId();
    }

    /** Answers to the same requests what the other answers to the first of them. */
    Contender bare(Contender other) throws IOException {
        return other.bare(scratch, settings(OwnerOnly.directory(scratch.resolve("bare"))));
    }

    /**
     * Clients may say where they come from, access tokens outlive the run, and the rates are counted as ever, but with the
     * highest limit there is.
     */
    private static Path settings(Path data) throws IOException {
        return ServerProcess.settings(data, """
                trustedProxies: 127.0.0.0/8
                systems:
                  tokens:
                    jwt:
                      secret: %s
                      issuer: %s
                      audience: %s
                      life: 1d
                    rates:
                      refresh: 1000000
                """.formatted(TokenShop.SECRET, TokenShop.ISSUER, TokenShop.AUDIENCE));
    }
}
