package dev.yorozu.bench.measure;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.Directory;
import dev.yorozu.account.NewAccount;
import dev.yorozu.account.Role;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.directory.DirectoryOpener;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/** Accounts in the directory of a server that is not running. */
public final class Accounts {
    /** In the form of a hash; nobody signs in with a password here. */
    private static final String NO_PASSWORD =
            "$argon2id$v=19$m=19456,t=2,p=1$" + "AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

    private Accounts() {}

    /** What the account of this number signs in with. */
    public static String login(int number) {
        return "user%06d".formatted(number);
    }

    /** Makes so many accounts, and of each what is needed besides. */
    public static <T> List<T> make(Settings settings, int count, BiFunction<Directory, Account, T> more) {
        try (Directory directory = DirectoryOpener.open(settings, InstantSource.system())) {
            return Together.make(count, number -> {
                String login = login(number);
                NewAccount account =
                        new NewAccount(login, "User " + number, login + "@example.com", NO_PASSWORD, Set.of(Role.USER));
                if (directory.create(account) instanceof AccountCreation.Created created) {
                    return more.apply(directory, created.account());
                }
                throw new IllegalStateException("An account is there already");
            });
        }
    }
}
