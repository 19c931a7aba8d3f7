package dev.yorozu.token;

import dev.yorozu.json.Document;
import dev.yorozu.token.Verification.Reason;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Signs access tokens and checks them, without a store: JSON Web Tokens (RFC 7519) in compact form. Safe for use by any
 * number of threads.
 *
 * <p>Signing is deterministic: the same token, signed with the same key, is the same text. Checking follows RFC 8725: what
 * the header says decides nothing, see {@link JwtHeader}; a text is measured before it is parsed, its signature is checked
 * before its claims are read, and whatever it is, the answer is a value and no exception.
 */
public final class Jwts {
    /** The longest text that is looked at. */
    public static final int LONGEST = 8 * 1024;

    private final Supplier<SigningKeys> keys;
    private final JwtPolicy policy;
    private final JwtClaims claims;
    private final InstantSource clock;

    public Jwts(SigningKeys keys, JwtPolicy policy, InstantSource clock) {
        this(() -> keys, policy, clock);
    }

    /** @param keys asked for each token, so that keys can change while tokens are signed and checked */
    public Jwts(Supplier<SigningKeys> keys, JwtPolicy policy, InstantSource clock) {
        this.keys = keys;
        this.policy = policy;
        this.claims = new JwtClaims(policy);
        this.clock = clock;
    }

    public JwtPolicy policy() {
        return policy;
    }

    /** The token as text, signed with the newest key. One that would be too long to be accepted is a fault. */
    public String sign(Jwt jwt) {
        SigningKey key = keys.get().newest();
        String header = JwtHeader.encoded(key, policy.type());
        String payload = CompactForm.encode(claims.write(jwt).bytes().toArray());
        String token = header + "." + payload + "." + key.sign(CompactForm.content(header, payload));
        if (token.length() > LONGEST) {
            throw new IllegalArgumentException("A token of " + token.length() + " characters is too long");
        }
        return token;
    }

    /** Checks the text's signature and what it says; whether the token was revoked is for the store to say. */
    public Verification verify(String token) {
        if (token.length() > LONGEST) {
            return Verification.invalid(Reason.TOO_LONG);
        }
        Optional<CompactForm> form = CompactForm.of(token);
        Optional<Document> header = form.flatMap(parts -> CompactForm.object(parts.header()));
        if (form.isEmpty()
                || header.isEmpty()
                || !CompactForm.isCanonical(form.get().signature())) {
            return Verification.invalid(Reason.MALFORMED);
        }
        Optional<JwtHeader> said = JwtHeader.of(header.get());
        if (said.isEmpty()) {
            return Verification.invalid(Reason.HEADER);
        }
        return verify(form.get(), said.get());
    }

    private Verification verify(CompactForm form, JwtHeader header) {
        SigningKeys current = keys.get();
        List<SigningKey> candidates = header.key().isPresent()
                ? current.find(header.key().get()).stream().toList()
                : current.unnamed();
        if (candidates.isEmpty()) {
            return Verification.invalid(Reason.KEY);
        }
        if (!header.is(candidates.getFirst().algorithm())) {
            return Verification.invalid(Reason.ALGORITHM);
        }
        if (!header.hasType(policy.type())) {
            return Verification.invalid(Reason.TYPE);
        }
        byte[] content = form.content();
        if (candidates.stream().noneMatch(key -> key.signed(content, form.signature()))) {
            return Verification.invalid(Reason.SIGNATURE);
        }
        Instant now = clock.instant();
        return CompactForm.object(form.payload())
                .map(json -> claims.read(json, now))
                .orElseGet(() -> Verification.invalid(Reason.MALFORMED));
    }
}
