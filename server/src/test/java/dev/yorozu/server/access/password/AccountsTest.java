package dev.yorozu.server.access.password;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.AccountTermination;
import dev.yorozu.account.Accounts;
import dev.yorozu.account.Directory;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.directory.DirectoryOpener;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Accounts with a real directory and real passwords. */
class AccountsTest {
    private static final String PASSWORD = "correct horse";

    private final Argon2Passwords passwords = passwords(64);
    private final List<String> ended = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private Directory directory;

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private Accounts accounts;

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private Account hanako;

    private static Argon2Passwords passwords(int memory) {
        return new Argon2Passwords(new Argon2Cost(memory, 1, 1), 2, 8, new SecureRandom());
    }

    @BeforeEach
    void open(@TempDir Path data) {
        directory = DirectoryOpener.open(
                new SettingsReader(StandardSettings.schema())
                        .environment(Map.of("YOROZU_DATA", data.toString()))
                        .withoutFile()
                        .read(),
                InstantSource.system());
        accounts = new Accounts(directory, passwords, this::note);
        hanako = ((AccountCreation.Created)
                        accounts.create("hanako", "Hanako", "h@example.com", PASSWORD, Set.of("user")))
                .account();
    }

    @AfterEach
    void close() {
        directory.close();
    }

    /** Notes that all is to end, and what the directory says of the account by then. */
    private void note(Account account) {
        Account now = directory.find(account.id()).orElseThrow();
        ended.add("enabled " + now.enabled() + ", new " + passwords.matches("another horse", now.passwordHash()));
    }

    private Optional<Account> authenticate(Accounts accounts, String identifier, String password) {
        return accounts.authenticate(directory.findByIdentifier(identifier), password);
    }

    @Test
    void onlyTheRightPasswordOfAnEnabledAccountLetsIn() {
        assertThat(authenticate(accounts, "HANAKO", PASSWORD)).hasValue(hanako);
        assertThat(authenticate(accounts, "H@example.com", PASSWORD)).hasValue(hanako);
        assertThat(authenticate(accounts, "hanako", "wrong horse")).isEmpty();
        assertThat(authenticate(accounts, "nobody", PASSWORD)).isEmpty();
        assertThat(authenticate(accounts, "", "")).isEmpty();
        accounts.disable(hanako.id());
        assertThat(authenticate(accounts, "hanako", PASSWORD)).isEmpty();
    }

    @Test
    void anOldHashIsReplacedAtSignInAndNobodyElseIsDisturbed() {
        Argon2Passwords stronger = passwords(128);
        Accounts now = new Accounts(directory, stronger, AccountTermination.NONE);
        assertThat(stronger.outdated(hanako.passwordHash())).isTrue();
        assertThat(authenticate(now, "hanako", PASSWORD)).isPresent();
        Account upgraded = directory.find(hanako.id()).orElseThrow();
        assertThat(stronger.outdated(upgraded.passwordHash())).isFalse();
        assertThat(upgraded.version()).isEqualTo(hanako.version());
        assertThat(authenticate(now, "hanako", PASSWORD)).isPresent();
    }

    @Test
    void theDirectoryChangesFirstThenEverythingElseEndsHoweverOftenItIsAsked() {
        assertThat(accounts.setPassword(hanako.id(), "another horse")).isTrue();
        assertThat(accounts.disable(hanako.id())).isTrue();
        assertThat(accounts.disable(hanako.id())).isTrue();
        assertThat(accounts.enable(hanako.id())).isTrue();
        assertThat(accounts.delete(hanako.id())).isTrue();
        assertThat(accounts.delete(hanako.id())).isFalse();
        assertThat(accounts.setPassword(hanako.id(), "another horse")).isFalse();
        assertThat(accounts.disable(hanako.id())).isFalse();
        assertThat(ended)
                .containsExactly(
                        "enabled true, new true",
                        "enabled false, new true",
                        "enabled false, new true",
                        "enabled false, new true");
    }
}
