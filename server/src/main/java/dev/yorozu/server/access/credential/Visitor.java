package dev.yorozu.server.access.credential;

import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.credential.Credential;
import dev.yorozu.credential.CredentialSecret;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who comes with a credential. One that is removed, replaced or given other rights counts so within
 * {@link #LOOKED_AFTER}, also on connections that are open. Safe for use by many threads.
 */
public final class Visitor {
    /** How old what is known of the credential may be when a command is done. */
    public static final Duration LOOKED_AFTER = Duration.ofSeconds(1);

    /** The user that clients name who know only a password. */
    private static final String DEFAULT = "default";

    private final String entrance;
    private final Visitors all;
    private final InetAddress address;
    private final String client;
    private volatile @Nullable SignedIn signedIn;

    /** What was known of a credential at a moment, in milliseconds since 1970. */
    private record SignedIn(CredentialSecret secret, Credential credential, long seen) {}

    /** @param client a digest of the address, for the audit log */
    Visitor(String entrance, Visitors all, InetAddress address, String client) {
        this.entrance = entrance;
        this.all = all;
        this.address = address;
        this.client = client;
    }

    /** What comes of presenting a name and a secret. */
    public enum SignIn {
        RIGHT,
        WRONG,
        /** Too many wrong ones came from this address; this one was not looked at. */
        WAIT
    }

    /** Signs in by a name, or the one that clients have who know only a password, and a secret. */
    public SignIn signIn(String user, String presented) {
        if (all.attempts().wait(address).isPresent()) {
            return SignIn.WAIT;
        }
        Optional<CredentialSecret> shaped =
                CredentialSecret.of(presented).filter(each -> user.equals(DEFAULT) || user.equals(each.name()));
        Optional<Credential> found = shaped.flatMap(all.credentials()::authenticate);
        if (found.isEmpty()) {
            all.attempts().count(address);
            all.audit().append(event("refuse").ending("wrong secret"));
            return SignIn.WRONG;
        }
        signedIn = new SignedIn(shaped.get(), found.get(), all.clock().millis());
        all.audit().append(event("sign-in").by(Optional.of(found.get().name())));
        return SignIn.RIGHT;
    }

    /** As the other, for clients that know only a secret. */
    public SignIn signIn(String presented) {
        return signIn(DEFAULT, presented);
    }

    /** The name of the door or interface by which it came. */
    public String entrance() {
        return entrance;
    }

    /** A digest of the address from which it came. */
    public String client() {
        return client;
    }

    /** The name of the credential with which it came, whether that still counts or not. */
    public Optional<String> name() {
        return Optional.ofNullable(signedIn).map(known -> known.credential().name());
    }

    private Event event(String action) {
        return Event.of(all.clock().instant(), Kind.CREDENTIAL, entrance, action)
                .from(client);
    }

    /** The credential, where there is one that counts. */
    public Optional<Credential> credential() {
        SignedIn known = signedIn;
        if (known == null) {
            return Optional.empty();
        }
        long now = all.clock().millis();
        // A clock that was put back does not keep what is known any longer.
        if (now >= known.seen() && now < known.seen() + LOOKED_AFTER.toMillis()) {
            return Optional.of(known.credential());
        }
        Optional<Credential> found = all.credentials().authenticate(known.secret());
        signedIn = found.map(credential -> new SignedIn(known.secret(), credential, now))
                .orElse(null);
        return found;
    }

    public void signOut() {
        signedIn = null;
    }
}
