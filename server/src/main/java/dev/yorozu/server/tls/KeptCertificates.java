package dev.yorozu.server.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Gives TLS the newest pair by a name of its own. A handshake asks for the name first, and for what has it later; so the pair
 * before the newest one keeps its name too.
 */
final class KeptCertificates extends X509ExtendedKeyManager {
    private final AtomicInteger newest = new AtomicInteger();
    private final Map<String, CertificatePair> pairs = new ConcurrentHashMap<>();
    private final Runnable beforeChoice;

    /** @param beforeChoice runs when a handshake is about to choose */
    KeptCertificates(CertificatePair first, Runnable beforeChoice) {
        pairs.put("0", first);
        this.beforeChoice = beforeChoice;
    }

    void replace(CertificatePair pair) {
        int number = newest.get() + 1;
        pairs.put("" + number, pair);
        newest.set(number);
        pairs.remove("" + (number - 2));
    }

    private @Nullable String choose(String keyType) {
        beforeChoice.run();
        String name = "" + newest.get();
        CertificatePair pair = pairs.get(name);
        String algorithm = pair == null ? "" : pair.key().getAlgorithm();
        // What TLS calls EC_EC or EdDSA is signed by a key of that algorithm.
        return keyType.equals(algorithm) || keyType.startsWith(algorithm + "_") ? name : null;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return choose(keyType);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return choose(keyType);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        CertificatePair pair = pairs.get(alias);
        return pair == null ? null : pair.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        CertificatePair pair = pairs.get(alias);
        return pair == null ? null : pair.key();
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        String name = choose(keyType);
        return name == null ? null : new String[] {name};
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}
