package dev.yorozu.bench.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Presented;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.Rotation;
import java.text.ParseException;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The operations on tokens that are measured within one process, and what Nimbus does of them by itself. */
final class TokenWork {
    private final RefreshTokens refresh;
    private final AccessTokens access;
    private final JWSVerifier nimbus;
    private final List<String> signed;
    /** Refresh tokens that nobody is about to spend: each login has its turn, and none is rotated by two at once. */
    private final Queue<String> current = new ConcurrentLinkedQueue<>();

    /**
     * @param checked logins whose access tokens are verified
     * @param rotated others, whose refresh tokens are spent: only the last few access tokens of a login live
     */
    TokenWork(TokenShop shop, List<Issued> checked, List<Issued> rotated) {
        this.refresh = shop.refresh();
        this.access = shop.logins().access();
        this.signed = checked.stream().map(Issued::accessToken).toList();
        rotated.forEach(login -> current.add(login.refreshToken()));
        try {
            this.nimbus = new MACVerifier(TokenShop.secret());
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private String any(long number) {
        return signed.get((int) Long.remainderUnsigned(number * 0x9E3779B97F4A7C15L, signed.size()));
    }

    /** Signature, claims, and all that the store has to say. */
    void verify(long number) {
        if (!(access.check(any(number)) instanceof Authentication.Granted)) {
            throw new IllegalStateException("A token that was issued is refused");
        }
    }

    /** Signature and claims as a program would check them with Nimbus alone, revocation left out. */
    void verifyByNimbus(long number) throws ParseException, JOSEException {
        SignedJWT token = SignedJWT.parse(any(number));
        JWTClaimsSet claims = token.getJWTClaimsSet();
        if (!token.verify(nimbus)
                || !TokenShop.ISSUER.equals(claims.getIssuer())
                || !claims.getAudience().contains(TokenShop.AUDIENCE)
                || claims.getExpirationTime().toInstant().isBefore(Instant.now())) {
            throw new IllegalStateException("A token that was issued is refused");
        }
    }

    void rotate(long number) {
        String token = current.remove();
        Presented presented = refresh.present(token).orElseThrow();
        if (refresh.rotate(presented, TokenShop.claims(presented.user())) instanceof Rotation.Rotated rotated) {
            current.add(rotated.issued().refreshToken());
        } else {
            throw new IllegalStateException("A current token is refused");
        }
    }
}
