package dev.yorozu.server.operate.users;

import dev.yorozu.account.Account;
import dev.yorozu.audit.Query;
import dev.yorozu.server.operate.tokens.TokenOperations;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Under which names the systems know a person. An account has an id, a UUID, a login id and an address; who signed in at a
 * provider has the id that the provider gave, and at OpenID Connect a digest that stands for it.
 *
 * <p>Ids of accounts are numbers, as those of some providers are, so that a number found in the directory is taken for a
 * name in the token store alone; a UUID is nobody else's.
 *
 * @param accounts finds an account by any of its names
 * @param systems what each system may call a user who is named like this, by the system's name
 */
public record UserAliases(
        Function<String, Optional<Account>> accounts, Map<String, Function<String, List<String>>> systems) {
    public UserAliases {
        systems = Map.copyOf(systems);
    }

    /** Whether there is an account of this name. */
    public boolean hasAccount(String user) {
        return accounts.apply(user).isPresent();
    }

    /** What one system may call a user, as the user was named first. */
    public List<String> in(String system, String user) {
        Set<String> names = new LinkedHashSet<>(List.of(user));
        accounts.apply(user).map(account -> account.uuid().toString()).ifPresent(names::add);
        names.addAll(systems.getOrDefault(system, name -> List.of()).apply(user));
        return List.copyOf(names);
    }

    /** The query, also for the other names of the user that it asks about. */
    public Query everyName(Query query) {
        return query.user().map(this::aliases).map(query::alsoBy).orElse(query);
    }

    private Map<String, Set<String>> aliases(String user) {
        Map<String, Set<String>> aliases = new HashMap<>();
        systems.keySet().forEach(system -> aliases.put(system, new LinkedHashSet<>(in(system, user))));
        accounts.apply(user)
                .ifPresent(account -> aliases.computeIfAbsent(TokenOperations.SYSTEM, system -> new LinkedHashSet<>())
                        .add(account.user()));
        return aliases;
    }
}
