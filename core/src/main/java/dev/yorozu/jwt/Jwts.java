package dev.yorozu.jwt;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.secret.Digests;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Signs access tokens and checks them, without a store: JSON Web Tokens (RFC 7519) in compact form. Safe for use by any
 * number of threads.
 *
 * <p>Signing is deterministic: the same token, signed with the same key, is the same text, but for ES256. Checking follows RFC 8725: what
 * the header says decides nothing, see {@link JwtHeader}; a text is measured before it is parsed, its signature is checked
 * before its claims are read, and whatever it is, the answer is a value and no exception. A token that was found right,
 * or was signed here, is remembered for as long as the keys do not change, see {@link VerifiedTokenCache}; its times are
 * checked each time.
 */
public final class Jwts {
    /** The longest text that is looked at. */
    public static final int LONGEST = 8 * 1024;

    private final Supplier<SigningKeys> keys;
    private final JwtPolicy policy;
    private final JwtClaims claims;
    private final InstantSource clock;
    private final Predicate<Jwt> acceptable;
    private final VerifiedTokenCache seen = new VerifiedTokenCache();
    private volatile @Nullable Signing signing;

    public Jwts(SigningKeys keys, JwtPolicy policy, InstantSource clock) {
        this(() -> keys, policy, clock);
    }

    /** @param keys asked for each token, and not before the first, so that keys can change and be made when needed */
    public Jwts(Supplier<SigningKeys> keys, JwtPolicy policy, InstantSource clock) {
        this(keys, policy, clock, any -> true);
    }

    private Jwts(Supplier<SigningKeys> keys, JwtPolicy policy, InstantSource clock, Predicate<Jwt> acceptable) {
        this.keys = keys;
        this.policy = policy;
        this.claims = new JwtClaims(policy);
        this.clock = clock;
        this.acceptable = acceptable;
    }

    /**
     * The same for tokens that say what is accepted here, with a memory of its own.
     *
     * @param also says always the same of the same token: it is not asked again while a token is remembered
     */
    public Jwts accepting(Predicate<Jwt> also) {
        return new Jwts(keys, policy, clock, acceptable.and(also));
    }

    /** What all tokens of the newest key begin with: a token that begins so too needs no second look at its header. */
    private record Signing(SigningKeys keys, SigningKey newest, String header) {
        static Signing with(SigningKeys keys, JwtPolicy policy) {
            return new Signing(keys, keys.newest(), JwtHeader.encoded(keys.newest(), policy.type()));
        }
    }

    private Signing signing() {
        SigningKeys now = keys.get();
        Signing known = signing;
        if (known == null || known.keys() != now) {
            known = Signing.with(now, policy);
            signing = known;
        }
        return known;
    }

    public JwtPolicy policy() {
        return policy;
    }

    /** The token as text, signed with the newest key. One that would be too long to be accepted is a fault. */
    public String sign(Jwt jwt) {
        Signing now = signing();
        String payload = CompactForm.encode(claims.write(jwt).json());
        String token =
                now.header() + "." + payload + "." + now.newest().sign(CompactForm.content(now.header(), payload));
        if (token.length() > LONGEST) {
            throw new IllegalArgumentException("A token of " + token.length() + " characters is too long");
        }
        if (now.newest().algorithm().hasPublicKey()) {
            // To check such a signature costs more than to remember that it was made here.
            seen.signed(Digests.sha256(token), now.keys());
        }
        return token;
    }

    /** Checks the text's signature and what it says; whether the token was revoked is for the store to say. */
    public Verification verify(String token) {
        if (token.length() > LONGEST) {
            return Verification.invalid(Reason.TOO_LONG);
        }
        Signing now = signing();
        byte[] digest = Digests.sha256(token);
        JwtClaims.Timed known = seen.find(digest, now.keys());
        return known == null ? verify(token, digest, now) : claims.at(clock.instant(), known);
    }

    private Verification verify(String token, byte[] digest, Signing now) {
        if (seen.isSigned(digest, now.keys())) {
            return read(CompactForm.said(token), digest, now);
        }
        Optional<CompactForm> form = CompactForm.of(token);
        if (form.isEmpty() || CompactForm.decode(form.get().signature()).isEmpty()) {
            return Verification.invalid(Reason.MALFORMED);
        }
        Optional<Reason> objection = form.get().header().equals(now.header())
                ? objection(form.get(), List.of(now.newest()))
                : objection(form.get(), now.keys());
        if (objection.isPresent()) {
            return Verification.invalid(objection.get());
        }
        Optional<Document> said = CompactForm.object(form.get().payload());
        if (said.isPresent()) {
            seen.signed(digest, now.keys());
        }
        return read(said, digest, now);
    }

    private Verification read(Optional<Document> said, byte[] digest, Signing now) {
        if (said.isEmpty()) {
            return Verification.invalid(Reason.MALFORMED);
        }
        Optional<JwtClaims.Timed> timed = said.flatMap(claims::read);
        Instant moment = clock.instant();
        if (timed.isEmpty()) {
            return Verification.invalid(claims.objection(said.get(), moment));
        }
        Verification verification = claims.at(moment, timed.get());
        if (!(verification instanceof Verification.Valid valid)) {
            return verification;
        }
        if (!acceptable.test(valid.jwt())) {
            return Verification.invalid(Reason.CLAIMS);
        }
        seen.remember(digest, now.keys(), timed.get(), moment);
        return verification;
    }

    /** Why a token whose header is not that of the newest key is not signed; empty when it is. */
    private Optional<Reason> objection(CompactForm form, SigningKeys current) {
        Optional<Document> json = CompactForm.object(form.header());
        Optional<JwtHeader> header = json.flatMap(JwtHeader::of);
        if (header.isEmpty()) {
            return Optional.of(json.isEmpty() ? Reason.MALFORMED : Reason.HEADER);
        }
        List<SigningKey> candidates = current.candidates(header.get().key());
        if (candidates.isEmpty()) {
            return Optional.of(Reason.KEY);
        }
        if (!header.get().is(candidates.getFirst().algorithm())) {
            return Optional.of(Reason.ALGORITHM);
        }
        return header.get().hasType(policy.type()) ? objection(form, candidates) : Optional.of(Reason.TYPE);
    }

    private static Optional<Reason> objection(CompactForm form, List<SigningKey> candidates) {
        byte[] content = form.content();
        boolean signed = candidates.stream().anyMatch(key -> key.signed(content, form.signature()));
        return signed ? Optional.empty() : Optional.of(Reason.SIGNATURE);
    }
}
