package dev.yorozu.server.tls;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.files.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;

/**
 * The certificate by which clients know this server, and its key, from two PEM files that may be replaced while it runs.
 *
 * <p>When a client connects, and not more often than every ten seconds, the files are looked at; what was changed is used from
 * then on. A new pair that cannot be used, or is not yet complete, leaves the old one in place and is written to the log once;
 * it is tried again each time, because its owner and permissions may change and leave no trace that is looked at.
 */
public final class ServerCertificate {
    private static final Logger LOGGER = Logger.getLogger(ServerCertificate.class.getName());
    private static final Duration LOOKED_AT_EVERY = Duration.ofSeconds(10);

    private final Path certificate;
    private final Path key;
    private final long every;
    private final AtomicLong lookedAt = new AtomicLong(System.nanoTime());
    private final KeptCertificates kept;
    private final SSLContext context;
    private volatile Stamp used;
    private volatile Optional<Refused> refused = Optional.empty();

    /** What changes with a file, also where a link leads to another one. */
    private record Stamp(String certificate, String key) {}

    /** What could not be used, and why. */
    private record Refused(Stamp files, String why) {}

    /** Reads both files; throws {@link StartException} with one sentence where they cannot be used. */
    public static ServerCertificate load(Path certificate, Path key) {
        return new ServerCertificate(certificate, key, LOOKED_AT_EVERY);
    }

    /** The certificate that the settings name; empty when they name none. */
    public static Optional<ServerCertificate> of(Settings settings, Setting<Path> certificate, Setting<Path> key) {
        return settings.find(certificate)
                .map(file -> load(
                        file,
                        settings.find(key)
                                .orElseThrow(() -> new StartException(
                                        certificate.name() + " needs " + key.name() + " beside it."))));
    }

    /** @param every how often the files are looked at, at most */
    ServerCertificate(Path certificate, Path key, Duration every) {
        this.certificate = certificate;
        this.key = key;
        this.every = every.toNanos();
        this.used = stamp();
        this.kept = new KeptCertificates(pair(), this::lookAgain);
        try {
            context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {kept}, null, null);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every Java has TLS", impossible);
        }
    }

    /** What encrypts connections, by the certificate that is there when each begins. */
    public SSLContext context() {
        return context;
    }

    private void lookAgain() {
        long now = System.nanoTime();
        long last = lookedAt.get();
        if (now - last < every || !lookedAt.compareAndSet(last, now)) {
            return;
        }
        Stamp found = stamp();
        if (found.equals(used)) {
            return;
        }
        try {
            kept.replace(pair());
            used = found;
            LOGGER.info(() -> "The certificate in " + certificate + " was replaced, and is used from now on.");
        } catch (StartException unfit) {
            warnOnce(new Refused(found, String.valueOf(unfit.getMessage())));
        }
    }

    private void warnOnce(Refused now) {
        if (!refused.equals(Optional.of(now))) {
            refused = Optional.of(now);
            LOGGER.log(
                    Level.WARNING,
                    () -> "The certificate was replaced and cannot be used, so the one before stays: " + now.why());
        }
    }

    private Stamp stamp() {
        return new Stamp(stamp(certificate), stamp(key));
    }

    private static String stamp(Path file) {
        try {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            return found.lastModifiedTime() + " " + found.size() + " " + found.fileKey();
        } catch (IOException missing) {
            return "missing";
        }
    }

    private CertificatePair pair() {
        try {
            if (OwnerOnly.isOpenToOthers(key)) {
                throw new StartException(
                        "The key in " + key + " can be read by others: allow its owner alone (chmod 600).");
            }
            return CertificatePair.read(certificate, key);
        } catch (GeneralSecurityException | IOException unfit) {
            throw new StartException("The certificate in " + certificate + " and the key in " + key
                    + " cannot be used together: both must be PEM files, and the key PKCS #8 without a password.");
        }
    }
}
