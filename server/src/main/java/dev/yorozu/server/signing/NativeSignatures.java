package dev.yorozu.server.signing;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import java.security.Provider;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Native code that makes signatures: Amazon's Corretto Crypto Provider, which signs with RSA in about a quarter of the time
 * that Java takes. The jar brings it for Linux on x86-64; wherever it cannot be loaded Java itself signs. It is used for
 * nothing else and is not among the platform's providers, so that no other part of the server comes to depend on it.
 */
final class NativeSignatures {
    private static final Logger LOGGER = Logger.getLogger(NativeSignatures.class.getName());

    private NativeSignatures() {}

    /** Loaded when the first key is: a server that signs nothing loads nothing. */
    private static final class Loaded {
        static final Optional<Provider> PROVIDER = load();
    }

    /** What signs in place of Java itself; empty where it cannot be loaded. */
    static Optional<Provider> provider() {
        return Loaded.PROVIDER;
    }

    private static Optional<Provider> load() {
        Throwable fault;
        try {
            fault = AmazonCorrettoCryptoProvider.INSTANCE.getLoadingError();
        } catch (LinkageError missing) {
            fault = missing;
        }
        if (fault == null) {
            return Optional.of(AmazonCorrettoCryptoProvider.INSTANCE);
        }
        String reason = String.valueOf(fault.getMessage());
        LOGGER.log(
                Level.INFO,
                () -> "Java itself signs tokens, which takes longer: native code cannot be loaded here (" + reason
                        + ")");
        return Optional.empty();
    }
}
