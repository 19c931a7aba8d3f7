package dev.yorozu.bench.token;

import dev.yorozu.bench.http.Fixture;
import dev.yorozu.bench.http.RenewingTalk;
import dev.yorozu.bench.http.Requests;
import dev.yorozu.bench.http.Row;
import dev.yorozu.bench.measure.Accounts;
import dev.yorozu.server.config.Settings;
import dev.yorozu.store.Store;
import dev.yorozu.token.Issued;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Accounts of the token store that are signed in, each on one device. */
public final class TokensFixture implements Fixture {
    private final int users;
    private final List<String> accessTokens = new ArrayList<>();
    private final Deque<String> refreshTokens = new ArrayDeque<>();

    public TokensFixture(int users) {
        this.users = users;
    }

    @Override
    public List<Row> rows() {
        return List.of(
                Row.ofUsers("tokens verify", users, this::verification, "{\"userId\":"),
                RenewingTalk.row("tokens refresh", "/tokens/api/entrance/refresh", "refreshToken", refreshTokens));
    }

    private byte[] verification(int user) {
        return Requests.get("/tokens/api/entrance/verify", "Authorization: Bearer " + accessTokens.get(user));
    }

    /** Clients may say where they come from, and access tokens outlive the run. */
    @Override
    public String settings() {
        return """
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
                """.formatted(TokenShop.SECRET, TokenShop.ISSUER, TokenShop.AUDIENCE);
    }

    @Override
    public void seed(Store store, Settings settings) {
        List<TokenShop.User> people = Accounts.make(settings, users).stream()
                .map(person -> new TokenShop.User(Long.toString(person.id()), person.device()))
                .toList();
        for (Issued login : TokenShop.of(store).signedIn(people)) {
            accessTokens.add(login.accessToken());
            refreshTokens.add(login.refreshToken());
        }
    }
}
