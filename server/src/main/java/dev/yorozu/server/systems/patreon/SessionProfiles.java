package dev.yorozu.server.systems.patreon;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.membership.Patrons;
import dev.yorozu.membership.ProfileLink;
import dev.yorozu.secret.TokenForm;
import dev.yorozu.session.Session;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Which profile is that of a session's user.
 *
 * <p>A session says so itself, and those of an earlier program may know of a profile that the directory does not: it is
 * adopted there, so that what was used under its id goes on counting after the next sign-in. The directory is asked about
 * that once in a while; when it is away, the session's own word does. Sessions that do not say it belong to whatever
 * profile their user has, or gets.
 */
final class SessionProfiles {
    private static final Logger LOGGER = Logger.getLogger(SessionProfiles.class.getName());

    /** The field of a session with the profile of its user. */
    static final String FIELD = "supabaseUuid";

    private static final Duration REMEMBERED = Duration.ofHours(1);
    private static final int MOST_REMEMBERED = 10_000;

    private final Patrons patrons;
    private final InstantSource clock;
    private final Map<Named, Known> known = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Named, Known> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    SessionProfiles(Patrons patrons, InstantSource clock) {
        this.patrons = patrons;
        this.clock = clock;
    }

    /** A profile that a session names as its user's. */
    private record Named(String user, String profile) {}

    /** What the directory said of it, and until when that is believed. */
    private record Known(Optional<String> profile, Instant until) {}

    /**
     * Empty where the user has no profile, and gets none without proving to hold an account.
     *
     * @param elsewhere the profile that a refresh token of the earlier program names, where the session names none
     */
    Optional<String> of(Session session, Optional<String> elsewhere) {
        Optional<String> own = session.text(FIELD).or(() -> elsewhere);
        return own.isPresent() && TokenForm.UUID.accepts(own.get())
                ? adopted(new Named(session.user(), own.get()))
                : own.or(() -> linked(session.user()));
    }

    private Optional<String> adopted(Named named) {
        Instant now = clock.instant();
        Optional<Known> said = said(named).filter(each -> now.isBefore(each.until()));
        if (said.isPresent()) {
            return said.get().profile();
        }
        try {
            Optional<String> profile =
                    patrons.adopt(named.user(), named.profile()).or(() -> linked(named.user()));
            remember(named, new Known(profile, now.plus(REMEMBERED)));
            return profile;
        } catch (DirectoryException away) {
            LOGGER.log(Level.WARNING, () -> "A session's profile was not looked up: " + away.getMessage());
            return Optional.of(named.profile());
        }
    }

    private Optional<String> linked(String user) {
        return patrons.link(user, Optional.empty()).map(ProfileLink::profile);
    }

    private Optional<Known> said(Named named) {
        synchronized (known) {
            return Optional.ofNullable(known.get(named));
        }
    }

    private void remember(Named named, Known profile) {
        synchronized (known) {
            known.put(named, profile);
        }
    }
}
