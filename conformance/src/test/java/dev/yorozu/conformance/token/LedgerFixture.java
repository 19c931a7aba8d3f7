package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.DrawnTokens;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

/** One user with a ledger, and every refresh token ever drawn for them. */
final class LedgerFixture extends LineageFixture {
    private final LedgerPolicy policy;
    private final DrawnTokens random = DrawnTokens.hex(16);

    LedgerFixture(Store store, Storage storage, LedgerPolicy policy, HeldClock clock) {
        super(store, storage, clock, Long.toString(ThreadLocalRandom.current().nextLong(1, 1L << 50)));
        this.policy = policy;
    }

    LedgerPolicy policy() {
        return policy;
    }

    /** What stands for a token in its set. */
    String member(String token) {
        return TokenSuite.keyPart(storage, token);
    }

    Key record(String token) {
        return TokenKeys.REFRESH.key(member(token));
    }

    Key tokenSet() {
        return TokenKeys.USER_REFRESH.key(user());
    }

    Key accessSet() {
        return TokenKeys.USER_ACCESS.key(user());
    }

    Key invalidBefore() {
        return TokenKeys.INVALID_BEFORE.key(user());
    }

    Key ledger() {
        return Key.of("refresh_ledger:", user(), "");
    }

    static Key revoked(String jti) {
        return TokenKeys.REVOKED.key(jti);
    }

    Logins tokens() {
        return tokens(store);
    }

    Logins tokens(Store through) {
        return tokens(through, policy);
    }

    Logins tokens(Store through, LedgerPolicy policy) {
        return new Logins(
                through, LedgerLayout.TOKENS, policy, jwts(jwtPolicy(JwtPolicy.JWT)), storage, random.tokens(), clock);
    }

    @Override
    Lineage lineage(Store through) {
        return tokens(through).lineage();
    }

    @Override
    Issued issue(Store through) {
        return issue(tokens(through));
    }

    Issued issue(Logins tokens) {
        return issue(tokens, TokenSuite.ATTRIBUTES);
    }

    Issued issue(Logins tokens, Document attributes) {
        return noted(tokens.issue(user(), attributes, claims()));
    }

    @Override
    LedgerFixture issued(int count) {
        super.issued(count);
        return this;
    }

    @Override
    void writeOn() {
        Issued other =
                tokens(store, TokenSuite.policy(TokenSuite.GRACE, 40)).issue(user(), TokenSuite.ATTRIBUTES, claims());
        end(store, other);
    }

    @Override
    List<End> ends() {
        return List.of(this::end, (through, pair) -> endAll(through));
    }

    @Override
    boolean end(Store through, Issued pair) {
        return tokens(through).end(pair.refreshToken(), user()).isPresent();
    }

    @Override
    int endAll(Store through) {
        return tokens(through).endAll(user());
    }

    @Override
    int endAllBut(Store through, Issued pair) {
        return tokens(through).endAllBut(user(), pair.login().id());
    }

    @Override
    int listed() {
        return (int) Math.max(store.size(accessSet()), store.size(tokenSet()));
    }

    @Override
    Key truth(Issued pair) {
        return ledger();
    }

    Optional<Login> find(String token) {
        return tokens().find(token);
    }

    Optional<String> owner(String token) {
        return tokens().owner(token);
    }

    List<Login> list() {
        return tokens().list(user());
    }

    Optional<Login> end(String token) {
        return tokens().end(token, user());
    }

    int endAllBut(String login) {
        return tokens().endAllBut(user(), login);
    }

    int invalidateBefore(Instant time) {
        return tokens().invalidateBefore(user(), time);
    }

    List<String> drawn() {
        return random.drawn();
    }

    @Override
    String anotherToken() {
        return random.tokens().hex(16);
    }

    Set<String> tokenMembers() {
        return texts(tokenSet());
    }

    Set<String> accessMembers() {
        return texts(accessSet());
    }

    private Set<String> texts(Key set) {
        return store.members(set).stream().map(Bytes::text).collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    boolean refreshLives(String token) {
        return tokens().find(token).isPresent();
    }

    /** The access token itself, as a client has it. */
    String signed(Access access) {
        return accessTokens(store).sign(access, claims());
    }

    @Override
    AccessTokens accessTokens(Store through) {
        return new AccessTokens(through, jwts(jwtPolicy(JwtPolicy.JWT)), LedgerLayout.TOKENS.revocation(), clock);
    }

    @Override
    boolean accessLives(Issued pair) {
        return accessLives(TokenSuite.access(pair));
    }

    /** Whether an access token is let in and has not ended; the documented keys themselves must say the same. */
    boolean accessLives(Access access) {
        boolean valid = accessTokens(store).check(signed(access)) instanceof Authentication.Granted;
        boolean ended = !clock.instant().isBefore(access.endsAt());
        assertThat(ended || valid == documentedLives(access))
                .as("the check of an access token agrees with the documented keys")
                .isTrue();
        return valid && !ended;
    }

    private boolean documentedLives(Access access) {
        boolean late = store.get(invalidBefore())
                .map(Bytes::text)
                .map(seconds -> Instant.ofEpochSecond(Long.parseLong(seconds)))
                .filter(before -> access.issuedAt().isBefore(before))
                .isPresent();
        return !late
                && store.type(revoked(access.id())).isEmpty()
                && accessMembers().contains(access.id());
    }

    /** Asserts that no token of this user lives, known to them or not, and that none is listed. */
    @Override
    void assertNothingLives() {
        assertThat(tokens().list(user())).isEmpty();
        assertThat(tokenMembers()).isEmpty();
        assertThat(accessMembers()).isEmpty();
        assertThat(drawn()).noneMatch(this::refreshLives);
        assertThat(pairs()).noneMatch(this::accessLives);
    }

    /**
     * No login is half: each that is listed has one live refresh token and its access tokens live, nothing of
     * any other lives, and the documented sets say the same.
     */
    @Override
    void assertWhole() {
        List<Login> logins = tokens().list(user());
        assertThat(logins).hasSizeLessThanOrEqualTo(policy.maxPerUser());
        Set<String> families = logins.stream().map(Login::id).collect(Collectors.toCollection(TreeSet::new));
        List<String> live = drawn().stream().filter(this::refreshLives).toList();
        assertThat(live.stream().map(this::family)).containsExactlyInAnyOrderElementsOf(families);
        assertThat(tokenMembers())
                .isEqualTo(live.stream().map(this::member).collect(Collectors.toCollection(TreeSet::new)));
        assertAccessIsWhole(logins, families);
    }

    private String family(String token) {
        return tokens().find(token).orElseThrow().id();
    }

    private void assertAccessIsWhole(List<Login> logins, Set<String> families) {
        List<Access> listed = logins.stream()
                .flatMap(login -> login.access().stream())
                .filter(access -> clock.instant().isBefore(access.endsAt()))
                .toList();
        assertThat(listed).allMatch(this::accessLives);
        Set<String> ids = listed.stream().map(Access::id).collect(Collectors.toSet());
        assertThat(accessMembers()).containsAll(ids);
        for (Issued pair : pairs()) {
            boolean lives = accessLives(TokenSuite.access(pair));
            assertThat(lives).isEqualTo(ids.contains(TokenSuite.access(pair).id()));
            assertThat(lives && !families.contains(pair.login().id()))
                    .as("an access token outlives its login")
                    .isFalse();
            assertThat(refreshLives(pair.refreshToken()) && !lives && !ended(pair))
                    .as("a refresh token lives without the access token that came with it")
                    .isFalse();
        }
    }

    private boolean ended(Issued pair) {
        return !clock.instant().isBefore(TokenSuite.access(pair).endsAt());
    }
}
