package dev.yorozu.server.demo;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.Directory;
import dev.yorozu.account.NewAccount;
import dev.yorozu.account.Profile;
import dev.yorozu.account.Role;
import dev.yorozu.secret.Passwords;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.pages.LandingPiece;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import gg.jte.Content;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Accounts to sign in to with a password, shown to whoever opens the start page of a demonstration. Their passwords are
 * made anew at every start and kept nowhere, so that the data of a demonstration has no password that anybody knows.
 */
public final class PracticeAccounts implements HttpModule, LandingPiece {
    private static final int PASSWORD_BYTES = 9;

    private final String tokens;
    private final String users;
    private final List<Entry> entries;
    private final Pages pages = new Pages();

    /**
     * @param tokens where people sign in to the token store
     * @param users where they sign in to the user API
     */
    PracticeAccounts(String tokens, String users, RandomTokens random) {
        this.tokens = tokens;
        this.users = users;
        this.entries = List.of(
                new Entry("hana", "Hana", "Yamada", Set.of(Role.USER), random.base64url(PASSWORD_BYTES)),
                new Entry("ren", "Ren", "Aoki", Set.of(Role.USER), random.base64url(PASSWORD_BYTES)),
                new Entry("sora", "Sora", "Mori", Set.of(Role.USER, Role.ADMIN), random.base64url(PASSWORD_BYTES)));
    }

    /** One account. */
    public record Entry(String loginId, String name, String lastName, Set<String> roles, String password) {
        public String email() {
            return loginId + "@" + SampleState.HOST;
        }

        private Profile.Draft profile() {
            return new Profile.Draft(name, lastName, "03-0000-0000", "1-2-3 Example-cho, Tokyo");
        }

        @Override
        public String toString() {
            return "Entry[" + loginId + "]";
        }
    }

    public List<Entry> entries() {
        return entries;
    }

    /** Makes the accounts, or gives those of an earlier start their new passwords. */
    void fill(Directory directory, Passwords passwords) {
        for (Entry entry : entries) {
            String hash = passwords.hash(entry.password());
            Optional<Account> account = directory.findByIdentifier(entry.loginId());
            if (account.isPresent()) {
                directory.changePassword(account.get().id(), account.get().version(), hash);
            } else {
                make(directory, entry, hash);
            }
        }
    }

    private static void make(Directory directory, Entry entry, String hash) {
        AccountCreation creation =
                directory.create(new NewAccount(entry.loginId(), entry.name(), entry.email(), hash, entry.roles()));
        if (creation instanceof AccountCreation.Created created) {
            directory.createProfile(created.account().uuid(), entry.profile());
        }
    }

    @Override
    public String mount() {
        return "";
    }

    /** None: it is there for the start page alone. */
    @Override
    public void routes(Routes routes) {}

    @Override
    public Optional<Content> invitation(PageContext context) {
        return Optional.of(pages.piece(
                context, "practice/accounts.jte", Map.of("accounts", entries, "tokens", tokens, "users", users)));
    }
}
