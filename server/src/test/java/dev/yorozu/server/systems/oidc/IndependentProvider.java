package dev.yorozu.server.systems.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.OAuth2Config;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import no.nav.security.mock.oauth2.token.KeyProvider;
import no.nav.security.mock.oauth2.token.OAuth2TokenProvider;

/** A provider of OpenID Connect that others wrote, on this machine, and that can be told to change its key. */
public final class IndependentProvider implements AutoCloseable {
    public static final String CLIENT = "yorozu-client";
    private static final String NAME = "people";

    private final ChangingKeys keys = new ChangingKeys();
    private final MockOAuth2Server server;

    public IndependentProvider() throws IOException {
        this(InstantSource.system());
    }

    /** @param clock tells when tokens are issued */
    public IndependentProvider(InstantSource clock) throws IOException {
        server = new MockOAuth2Server(
                new OAuth2Config(false, null, null, false, new OAuth2TokenProvider(keys, clock::instant)));
        server.start(InetAddress.getLoopbackAddress(), 0);
    }

    public String issuer() {
        return server.issuerUrl(NAME).toString();
    }

    /** Has all that a sign-in needs done once, because the first time takes long on a busy machine. */
    public IndependentProvider warmedUp() {
        server.issueToken(NAME, "nobody", CLIENT);
        try {
            for (String path : List.of("/.well-known/openid-configuration", "/jwks")) {
                URI.create(issuer() + path).toURL().openStream().close();
            }
            return this;
        } catch (IOException silent) {
            throw new UncheckedIOException(silent);
        }
    }

    /** Signs from now on with another key, of another name. */
    void changeKey() {
        keys.change();
    }

    /** What the key set says now. */
    RSAKey key() {
        return keys.current.get();
    }

    /** Lets the next ID token carry these claims, in place of the true ones where they are the same. */
    void nextToken(Map<String, Object> claims, long lifeInSeconds) {
        server.enqueueCallback(
                new DefaultOAuth2TokenCallback(NAME, "alice", "JWT", List.of(CLIENT), claims, lifeInSeconds));
    }

    public void nextToken(Map<String, Object> claims) {
        nextToken(claims, 3600);
    }

    @Override
    public void close() {
        server.shutdown();
    }

    /** Two keys for all providers of a process, because making one takes long. */
    private static final class ChangingKeys extends KeyProvider {
        private static final RSAKey FIRST = key("key-1");
        private static final RSAKey SECOND = key("key-2");

        private final AtomicReference<RSAKey> current = new AtomicReference<>(FIRST);

        private static RSAKey key(String name) {
            try {
                return new RSAKeyGenerator(2048)
                        .keyID(name)
                        .keyUse(KeyUse.SIGNATURE)
                        .generate();
            } catch (JOSEException e) {
                throw new IllegalStateException(e);
            }
        }

        void change() {
            current.set(SECOND);
        }

        @Override
        public JWK signingKey(String issuer) {
            return current.get();
        }
    }
}
