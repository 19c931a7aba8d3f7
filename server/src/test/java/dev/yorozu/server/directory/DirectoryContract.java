package dev.yorozu.server.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.Directory;
import dev.yorozu.account.Field;
import dev.yorozu.account.NewAccount;
import dev.yorozu.account.Role;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every directory does with accounts, whatever keeps it. */
abstract class DirectoryContract {
    static final int THREADS = 32;
    static final String HASH = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$aGFzaA";

    final HeldClock clock = HeldClock.start();

    /** The directory under test; it may hold other accounts. */
    abstract Directory directory();

    static String fresh() {
        return "p" + RandomTokens.secure().hex(6);
    }

    static NewAccount draft(String name) {
        return new NewAccount(name, "Ms " + name, name + "@Example.com", HASH, Set.of(Role.USER));
    }

    Account create(String name) {
        return ((AccountCreation.Created) directory().create(draft(name))).account();
    }

    @Test
    void aNewAccountIsFoundByEveryNameItHas() {
        String name = fresh();
        Account account = create(name);
        assertThat(account)
                .returns(name, Account::loginId)
                .returns("Ms " + name, Account::username)
                .returns(name + "@Example.com", Account::email)
                .returns(true, Account::enabled)
                .returns(HASH, Account::passwordHash)
                .returns(clock.instant(), Account::createdAt);
        assertThat(account.roles()).containsExactly(new Role(2, "user"));
        assertThat(directory().find(account.id())).hasValue(account);
        assertThat(directory().findByUuid(account.uuid())).hasValue(account);
        for (String identifier : List.of(name, name.toUpperCase(Locale.ROOT), name + "@EXAMPLE.com")) {
            assertThat(directory().findByIdentifier(identifier)).hasValue(account);
        }
    }

    @Test
    void nobodyIsFoundByATextThatIsNoName() {
        for (String text : List.of("", " ", "' OR 1=1 --", "no\0body", "x".repeat(100_000), fresh(), "1")) {
            assertThat(directory().findByIdentifier(text)).isEmpty();
        }
        assertThat(directory().find(Long.MAX_VALUE)).isEmpty();
        assertThat(directory().findByUuid(UUID.randomUUID())).isEmpty();
    }

    @Test
    void aLoginIdAndAnAddressAreTakenOnceInAnyCase() {
        String name = fresh();
        create(name);
        NewAccount sameLogin =
                new NewAccount(name.toUpperCase(Locale.ROOT), "other", fresh() + "@example.com", HASH, Set.of());
        NewAccount sameEmail = new NewAccount(fresh(), "other", name + "@example.COM", HASH, Set.of());
        assertThat(directory().create(sameLogin)).isEqualTo(new AccountCreation.Taken(Field.LOGIN_ID));
        assertThat(directory().create(sameEmail)).isEqualTo(new AccountCreation.Taken(Field.EMAIL));
        assertThat(directory().findByIdentifier(sameEmail.loginId())).isEmpty();
    }

    @Test
    void ofManyThatAskForOneLoginIdAtOnceOneGetsIt() throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            String name = fresh();
            List<AccountCreation> creations = Race.of(
                    THREADS,
                    i -> directory().create(new NewAccount(name, "n", fresh() + "@example.com", HASH, Set.of("user"))));
            assertThat(creations)
                    .filteredOn(AccountCreation.Created.class::isInstance)
                    .hasSize(1);
            assertThat(creations)
                    .filteredOn(AccountCreation.Taken.class::isInstance)
                    .hasSize(THREADS - 1)
                    .containsOnly(new AccountCreation.Taken(Field.LOGIN_ID));
        }
    }

    @Test
    void ofManyThatAskForOneAddressAtOnceOneGetsIt() throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            String email = fresh() + "@example.com";
            List<AccountCreation> creations = Race.of(
                    THREADS, i -> directory().create(new NewAccount(fresh(), "n", email, HASH, Set.of("user"))));
            assertThat(creations)
                    .filteredOn(AccountCreation.Created.class::isInstance)
                    .hasSize(1);
            assertThat(creations)
                    .filteredOn(new AccountCreation.Taken(Field.EMAIL)::equals)
                    .hasSize(THREADS - 1);
        }
    }

    @Test
    void aPasswordChangesOnlyForWhoSawTheLastVersion() throws Exception {
        Account account = create(fresh());
        assertThat(directory().changePassword(account.id(), account.version() + 1, "x"))
                .isFalse();
        List<Boolean> changes =
                Race.of(THREADS, i -> directory().changePassword(account.id(), account.version(), "hash " + i));
        assertThat(changes).containsOnlyOnce(true);
        Account changed = directory().find(account.id()).orElseThrow();
        assertThat(changed.version()).isEqualTo(account.version() + 1);
        assertThat(changed.passwordHash()).isEqualTo("hash " + changes.indexOf(true));
    }

    @Test
    void aBetterHashOfTheSamePasswordIsNoChangeOfTheAccount() {
        Account account = create(fresh());
        assertThat(directory().upgradeHash(account.id(), "another", "better")).isFalse();
        assertThat(directory().upgradeHash(account.id(), HASH, "better")).isTrue();
        assertThat(directory().find(account.id()).orElseThrow())
                .returns("better", Account::passwordHash)
                .returns(account.version(), Account::version);
    }

    @Test
    void disablingAndEnablingRaiseTheVersionOnceEach() {
        Account account = create(fresh());
        assertThat(directory().enable(account.id(), true)).isFalse();
        assertThat(directory().enable(account.id(), false)).isTrue();
        assertThat(directory().enable(account.id(), false)).isFalse();
        assertThat(directory().find(account.id()).orElseThrow())
                .returns(false, Account::enabled)
                .returns(account.version() + 1, Account::version);
        assertThat(directory().enable(account.id(), true)).isTrue();
        assertThat(directory().enable(Long.MAX_VALUE, false)).isFalse();
    }

    @Test
    void rolesAreGrantedAndWithdrawn() throws Exception {
        Account account = create(fresh());
        String role = "r" + RandomTokens.secure().hex(6);
        assertThat(Race.of(8, i -> directory().grant(account.id(), role))).containsOnlyOnce(true);
        assertThat(directory().grant(account.id(), Role.ADMIN)).isTrue();
        Account granted = directory().find(account.id()).orElseThrow();
        assertThat(granted.roles()).extracting(Role::name).containsExactlyInAnyOrder("admin", "user", role);
        assertThat(granted.version()).isEqualTo(account.version() + 2);
        assertThat(directory().withdraw(account.id(), role)).isTrue();
        assertThat(directory().withdraw(account.id(), role)).isFalse();
        assertThat(directory().find(account.id()).orElseThrow().hasRole(role)).isFalse();
        assertThat(directory().grant(Long.MAX_VALUE, "user")).isFalse();
        assertThatThrownBy(() -> directory().grant(account.id(), "No Role"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aDeletedAccountIsGoneAndItsNamesAreFree() {
        String name = fresh();
        Account account = create(name);
        assertThat(directory().delete(account.id())).isTrue();
        assertThat(directory().delete(account.id())).isFalse();
        assertThat(directory().findByIdentifier(name)).isEmpty();
        Account another = create(name);
        assertThat(another.id()).isNotEqualTo(account.id());
        assertThat(another.uuid()).isNotEqualTo(account.uuid());
    }

    @Test
    void aWalkOverAllPagesMeetsEveryAccountOnce() {
        List<Long> made = List.of(
                create(fresh()).id(), create(fresh()).id(), create(fresh()).id());
        List<Long> met = new java.util.ArrayList<>();
        List<Account> page = directory().accounts(0, 2);
        while (!page.isEmpty()) {
            assertThat(page).hasSizeLessThanOrEqualTo(2);
            page.forEach(account -> met.add(account.id()));
            page = directory().accounts(met.getLast(), 2);
        }
        assertThat(met).containsAll(made).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void textsOfAnyScriptComeBackAsTheyWere() {
        String name = "小林 \uD842\uDFB7\uD83D\uDC69\u200D\uD83D\uDCBB".repeat(10);
        Account account = ((AccountCreation.Created)
                        directory().create(new NewAccount(fresh(), name, fresh() + "@example.com", HASH, Set.of())))
                .account();
        assertThat(directory().find(account.id()).orElseThrow().username()).isEqualTo(name);
    }
}
