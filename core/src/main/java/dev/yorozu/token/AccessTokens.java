package dev.yorozu.token;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.Verification;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The access tokens of one system: signed texts that the store can revoke. Safe for use by any number of threads and
 * servers.
 *
 * <p>A token counts while its signature and claims hold, it is not revoked by its id, it was not issued before the moment
 * from which on its user's tokens count, and it is among those that its user has. Checking costs one signature and one
 * round trip; a text that is no token costs none. Nothing is remembered between two checks, so that a revocation counts
 * from the next one on. A fault of the store escapes as an exception: who cannot ask lets nobody in.
 */
public final class AccessTokens {
    private final Store store;
    private final Jwts jwts;
    private final RevocationLayout layout;
    private final InstantSource clock;

    public AccessTokens(Store store, Jwts jwts, RevocationLayout layout, InstantSource clock) {
        this.store = store;
        this.jwts = jwts;
        this.layout = layout;
        this.clock = clock;
    }

    /**
     * The text of a token that was allotted.
     *
     * @param claims what else it says, in this order; never a claim that every token has
     */
    public String sign(String user, Access access, Document claims) {
        if (!layout.isId(access.id()) || !layout.isUser(user)) {
            throw new IllegalArgumentException("A token cannot be revoked under such an id, or for such a user");
        }
        return jwts.sign(new Jwt(access.id(), user, access.issuedAt(), access.endsAt(), claims));
    }

    /** Checks signature and claims, and asks the store whether the token still counts. */
    public Verification verify(String token) {
        Lookup lookup = lookup(token);
        return lookup.questions().isEmpty() ? lookup.found(List.of()) : lookup.found(store.readAll(lookup.questions()));
    }

    /** Checks signature and claims; what the store has to say can then be asked together with something else. */
    public Lookup lookup(String token) {
        Verification signed = jwts.verify(token);
        if (signed instanceof Verification.Valid valid) {
            Jwt jwt = valid.jwt();
            return layout.isId(jwt.id()) && layout.isUser(jwt.subject())
                    ? new Lookup(valid, questions(jwt.id(), jwt.subject()))
                    : new Lookup(Verification.invalid(Reason.CLAIMS), List.of());
        }
        return new Lookup(signed, List.of());
    }

    /** A check that the store has not been asked for yet. */
    public final class Lookup {
        private final Verification signed;
        private final List<Read<?>> questions;

        private Lookup(Verification signed, List<Read<?>> questions) {
            this.signed = signed;
            this.questions = questions;
        }

        /** What the token says, as far as signature and claims are concerned; empty when those do not hold. */
        public Optional<Jwt> signed() {
            return signed instanceof Verification.Valid valid ? Optional.of(valid.jwt()) : Optional.empty();
        }

        /** What to ask the store; nothing when the token is invalid whatever the store says. */
        public List<Read<?>> questions() {
            return questions;
        }

        /** @param answers to the questions, in their order */
        public Verification found(List<?> answers) {
            if (signed instanceof Verification.Valid valid) {
                Optional<Reason> reason = reason(answers, valid.jwt().issuedAt());
                return reason.isPresent() ? Verification.invalid(reason.get()) : signed;
            }
            return signed;
        }
    }

    /** Whether the store lets a token of this id, user and time count; for operators, who do not have the token. */
    public Standing standing(String id, String user, Instant issuedAt) {
        return reason(store.readAll(questions(id, user)), issuedAt)
                .<Standing>map(Standing.Revoked::new)
                .orElseGet(Standing.Live::new);
    }

    /**
     * Revokes a token by its id. The entry outlives the token by the skew, for as long as any server would accept it.
     *
     * @param id one that the layout allows; anything else is a fault
     * @param tokenEnd when the token ends by itself
     */
    public void revoke(String id, Instant tokenEnd) {
        Key key = layout.revoked().key(id);
        Instant end = tokenEnd.plus(jwts.policy().skew());
        if (end.isAfter(clock.instant())) {
            store.commit(Batch.builder()
                    .put(key, Bytes.of(layout.marker()), Expiry.at(end))
                    .build());
        }
    }

    /** How long a token stays revoked by its id; empty when it is not. An id that the layout does not allow is a fault. */
    public Optional<Life> revoked(String id) {
        return store.remaining(layout.revoked().key(id));
    }

    /** Whether this text can be the id of a token. */
    public boolean isId(String text) {
        return layout.isId(text);
    }

    private List<Read<?>> questions(String id, String user) {
        List<Read<?>> questions = new ArrayList<>(3);
        questions.add(new Read.Get(layout.revoked().key(id)));
        layout.invalidBefore().ifPresent(pattern -> questions.add(new Read.Get(pattern.key(user))));
        layout.issued().ifPresent(pattern -> questions.add(new Read.IsMember(pattern.key(user), Bytes.of(id))));
        return questions;
    }

    /** Why the answers to {@link #questions} do not let a token count; empty when they do. */
    private Optional<Reason> reason(List<?> answers, Instant issuedAt) {
        if (answers.get(0) instanceof Optional<?> revoked && revoked.isPresent()) {
            return Optional.of(Reason.REVOKED);
        }
        int next = 1;
        if (layout.invalidBefore().isPresent()
                && answers.get(next++) instanceof Optional<?> moment
                && moment.isPresent()
                && isBefore(issuedAt, (Bytes) moment.get())) {
            return Optional.of(Reason.INVALIDATED);
        }
        boolean known = layout.issued().isEmpty() || Boolean.TRUE.equals(answers.get(next));
        return known ? Optional.empty() : Optional.of(Reason.UNKNOWN);
    }

    /** A moment that is no number was written by hand and wrongly; until it is put right, nothing counts. */
    private static boolean isBefore(Instant issuedAt, Bytes moment) {
        OptionalLong second = moment.number();
        return second.isEmpty() || issuedAt.getEpochSecond() < second.getAsLong();
    }
}
