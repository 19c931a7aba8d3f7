package dev.yorozu.server.upgrade.filled;

import dev.yorozu.secret.Storage;
import dev.yorozu.store.testkit.Rounds;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What an earlier version wrote counts as it did there: nobody is signed out by an upgrade, and nobody who was is let in.
 * In both storages, on memory and on Cluster; in a long run on every store. Tests share a store, and each is about people of
 * its own.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("sites")
class FilledStoreTest {
    @Parameter
    @SuppressWarnings("NullAway.Init") // Set before each test.
    private FilledSite site;

    /** Each is loaded when its turn comes, and closed by JUnit. */
    static Stream<FilledSite> sites() {
        Set<StoreKind> kinds =
                Rounds.isLong() ? EnumSet.allOf(StoreKind.class) : EnumSet.of(StoreKind.MEMORY, StoreKind.CLUSTER);
        return Stream.of(Storage.values())
                .flatMap(storage -> kinds.stream().map(kind -> new FilledSite(storage, kind)));
    }

    @BeforeEach
    void goBack() {
        site.goBack();
    }

    @Nested
    class Discord extends DiscordContract {
        Discord() {
            super(site);
        }
    }

    @Nested
    class Users extends UsersContract {
        Users() {
            super(site);
        }
    }

    @Nested
    class Tokens extends TokensContract {
        Tokens() {
            super(site);
        }
    }

    @Nested
    class Patreon extends PatreonContract {
        Patreon() {
            super(site);
        }
    }

    @Nested
    class Pages extends PagesContract {
        Pages() {
            super(site);
        }
    }
}
