package dev.yorozu.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.impl.BaseJWSProvider;
import com.nimbusds.jose.util.Base64URL;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Signs and checks with Ed25519 by Java itself; the library's own classes need one more library for that. */
final class Ed25519Provider extends BaseJWSProvider implements JWSSigner, JWSVerifier {
    private static final String ED25519 = "Ed25519";

    private final PrivateKey secret;
    private final PublicKey half;

    Ed25519Provider(KeyPair key) {
        super(Set.of(JWSAlgorithm.EdDSA));
        this.secret = key.getPrivate();
        this.half = key.getPublic();
    }

    private Signature signature() throws GeneralSecurityException {
        @Nullable Provider provider = getJCAContext().getProvider();
        return provider == null ? Signature.getInstance(ED25519) : Signature.getInstance(ED25519, provider);
    }

    @Override
    public Base64URL sign(JWSHeader header, byte[] content) throws JOSEException {
        try {
            Signature signature = signature();
            signature.initSign(secret);
            signature.update(content);
            return Base64URL.encode(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new JOSEException("Ed25519 cannot be used", e);
        }
    }

    @Override
    public boolean verify(JWSHeader header, byte[] content, Base64URL encoded) throws JOSEException {
        try {
            Signature signature = signature();
            signature.initVerify(half);
            signature.update(content);
            return signature.verify(encoded.decode());
        } catch (SignatureException malformed) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new JOSEException("Ed25519 cannot be used", e);
        }
    }
}
