package dev.yorozu.conformance.token;

import static dev.yorozu.conformance.token.TokenSuite.access;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.DrawnTokens;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.token.Access;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Lineage;
import dev.yorozu.token.Login;
import dev.yorozu.token.ledger.LedgerLayout;
import dev.yorozu.token.ledger.LedgerPolicy;
import dev.yorozu.token.ledger.Logins;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

/** One user with a ledger, and every refresh token ever drawn for them. */
final class LedgerFixture extends LineageFixture {
    final Key tokenSet = TokenKeys.USER_REFRESH.key(id);
    final Key accessSet = TokenKeys.USER_ACCESS.key(id);
    final Key invalidBefore = TokenKeys.INVALID_BEFORE.key(id);
    final Key ledger = Key.of("refresh_ledger:", id, "");
    final DrawnTokens random = DrawnTokens.hex(16);
    private final int remembered;

    LedgerFixture(Setting setting) {
        this(setting, LedgerPolicy.STANDARD.maxRemembered());
    }

    /** @param remembered how many spent tokens of a login are known */
    LedgerFixture(Setting setting, int remembered) {
        super(
                LineageKind.LEDGER,
                setting,
                Long.toString(ThreadLocalRandom.current().nextLong(1, 1L << 50)));
        this.remembered = remembered;
    }

    /** What stands for a token in the store: itself, or the beginning of its digest, which looks like a token too. */
    String keyPart(String token) {
        return storage == Storage.DOCUMENTED ? token : Digests.hex(token).substring(0, token.length());
    }

    Key record(String token) {
        return TokenKeys.REFRESH.key(keyPart(token));
    }

    Key record(Issued pair) {
        return record(pair.refreshToken());
    }

    static Key revoked(Issued pair) {
        return TokenKeys.REVOKED.key(access(pair).id());
    }

    Logins tokens() {
        return tokens(store);
    }

    Logins tokens(Store through) {
        return tokens(through, setting.cap());
    }

    Logins tokens(Store through, int cap) {
        LedgerPolicy policy = TokenSuite.ledgerPolicy(setting.grace(), cap, remembered);
        return new Logins(
                through, LedgerLayout.TOKENS, policy, jwts(jwtPolicy(JwtPolicy.JWT)), storage, random.tokens(), clock);
    }

    @Override
    Lineage lineage(Store through) {
        return tokens(through).lineage();
    }

    @Override
    AccessTokens accessTokens(Store through) {
        return tokens(through).access();
    }

    @Override
    Issued issue(Store through) {
        return issue(tokens(through), TokenSuite.ATTRIBUTES);
    }

    Issued issue(Logins tokens, Document attributes) {
        return noted(tokens.issue(id, attributes, claims()));
    }

    @Override
    void writeOn() {
        end(tokens(store, 40).issue(id, TokenSuite.ATTRIBUTES, claims()));
    }

    @Override
    boolean end(Store through, Issued pair) {
        return tokens(through).end(pair.refreshToken(), id).isPresent();
    }

    @Override
    boolean endOtherwise(Store through, Issued pair) {
        return tokens(through)
                        .endWhere(id, login -> login.id().equals(pair.login().id()))
                > 0;
    }

    @Override
    int endAll(Store through) {
        return tokens(through).endAll(id);
    }

    @Override
    int endAllBut(Store through, Issued pair) {
        return tokens(through).endAllBut(id, pair.login().id());
    }

    @Override
    List<String> list() {
        return tokens().list(id).stream().map(Login::id).toList();
    }

    @Override
    int listed() {
        return (int) Math.max(store.size(accessSet), store.size(tokenSet));
    }

    @Override
    Key truth(Issued pair) {
        return ledger;
    }

    @Override
    String anotherToken() {
        return random.tokens().hex(16);
    }

    Set<String> members(Key set) {
        return store.members(set).stream().map(Bytes::text).collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    boolean refreshLives(String token) {
        return tokens().find(token).isPresent();
    }

    @Override
    boolean accessLives(Issued pair) {
        return accessLives(access(pair));
    }

    /** Whether an access token is let in and has not ended; the documented keys themselves must say the same. */
    private boolean accessLives(Access access) {
        boolean valid = check(access) instanceof Authentication.Granted;
        assertThat(ended(access) || valid == documentedLives(access))
                .as("the check of an access token agrees with the documented keys")
                .isTrue();
        return valid && !ended(access);
    }

    Authentication check(Access access) {
        return check(accessTokens(store).sign(access, claims()));
    }

    private boolean ended(Access access) {
        return !clock.instant().isBefore(access.endsAt());
    }

    private boolean documentedLives(Access access) {
        boolean late = store.get(invalidBefore)
                .map(seconds -> Instant.ofEpochSecond(Long.parseLong(seconds.text())))
                .filter(before -> access.issuedAt().isBefore(before))
                .isPresent();
        return !late
                && !holds(TokenKeys.REVOKED.key(access.id()))
                && members(accessSet).contains(access.id());
    }

    @Override
    void assertRemoved(Issued pair) {
        assertDead(pair);
        assertThat(holds(record(pair))).isFalse();
        assertThat(holds(revoked(pair))).isTrue();
        assertThat(tokens().ofAccess(id, access(pair).id())).isEmpty();
    }

    /** Asserts that no token of this user lives, known to them or not, and that none is listed. */
    @Override
    void assertNothingLives() {
        super.assertNothingLives();
        assertThat(listed()).isZero();
        assertThat(random.drawn()).noneMatch(this::refreshLives);
    }

    /**
     * No login is half: each that is listed has one live refresh token and its access tokens live, nothing of
     * any other lives, and the documented sets say the same.
     */
    @Override
    void assertWhole() {
        List<Login> logins = tokens().list(id);
        assertThat(logins).hasSizeLessThanOrEqualTo(setting.cap());
        Map<String, String> live = new HashMap<>();
        random.drawn().forEach(token -> tokens().find(token).ifPresent(login -> live.put(keyPart(token), login.id())));
        assertThat(live.values())
                .containsExactlyInAnyOrderElementsOf(
                        logins.stream().map(Login::id).toList());
        assertThat(members(tokenSet)).isEqualTo(live.keySet());
        List<Access> listed = logins.stream()
                .flatMap(login -> login.access().stream())
                .filter(access -> !ended(access))
                .toList();
        assertThat(listed).allMatch(this::accessLives);
        Set<String> ids = listed.stream().map(Access::id).collect(Collectors.toSet());
        assertThat(members(accessSet)).containsAll(ids);
        for (Issued pair : pairs()) {
            boolean lives = accessLives(pair);
            assertThat(lives).isEqualTo(ids.contains(access(pair).id()));
            assertThat(lives && !live.containsValue(pair.login().id()))
                    .as("an access token outlives its login")
                    .isFalse();
            assertThat(lives || ended(access(pair)) || !live.containsKey(keyPart(pair.refreshToken())))
                    .as("a refresh token lives only with the access token that came with it")
                    .isTrue();
        }
    }
}
