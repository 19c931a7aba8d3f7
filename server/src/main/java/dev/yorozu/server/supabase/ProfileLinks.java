package dev.yorozu.server.supabase;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.json.Document;
import dev.yorozu.membership.ProfileLink;
import java.util.List;
import java.util.Optional;

/**
 * Which profile belongs to which patron, and the change of that.
 *
 * <p>A patron has one profile and a profile one patron. To give a profile to a patron: (1) see whom it belongs to, and
 * make it if it is not there; (2) take every other profile from the patron; (3) give the profile, guarded by what (1)
 * saw. Where the guard does not hold, or another profile came to the patron since (2), somebody else did the same
 * meanwhile, and it starts again. A crash between (2) and (3) leaves a patron without a profile, until the next sign-in.
 */
record ProfileLinks(Project project) {
    private static final String TABLE = "profiles";
    private static final String ID = "id";
    private static final String PATRON = "patreon_user_id";
    /** Each try fails because somebody else succeeded, so that many are needed only for many at once. */
    private static final int MOST_TRIES = 100;

    Optional<String> profile(String user) {
        List<Row> rows = project.select(Selection.of(TABLE).equal(PATRON, user).columns(ID));
        if (rows.size() > 1) {
            throw new DirectoryException("Supabase has several profiles of one patron: make profiles.patreon_user_id"
                    + " unique, as docs/supabase.sql does");
        }
        return rows.stream().findFirst().map(row -> row.text(ID));
    }

    /** The patron's profile; where there is none, this one, if it is there and nobody's. */
    Optional<String> adopt(String profile, String user) {
        return profile(user).or(() -> give(profile, Optional.empty(), user) ? Optional.of(profile) : profile(user));
    }

    ProfileLink link(String profile, String user) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Optional<String> holder = holder(profile);
            if (holder.equals(Optional.of(user))) {
                return new ProfileLink(profile, Optional.empty());
            }
            takeOthers(profile, user);
            if (give(profile, holder, user)) {
                return new ProfileLink(profile, holder);
            }
        }
        throw new DirectoryException("Supabase is busy with other changes of the same profile");
    }

    private Optional<String> holder(String profile) {
        List<Row> rows = project.select(Selection.of(TABLE).equal(ID, profile).columns(ID + "," + PATRON));
        if (rows.isEmpty()) {
            project.insert(
                    Selection.of(TABLE).unlessThere(ID).columns(ID),
                    Document.empty().with(ID, profile));
        }
        return rows.stream().findFirst().flatMap(row -> row.find(PATRON));
    }

    private void takeOthers(String profile, String user) {
        Selection others =
                Selection.of(TABLE).equal(PATRON, user).unequal(ID, profile).columns(ID);
        project.changeUnlessTaken(others, Document.empty().withNull(PATRON));
    }

    private boolean give(String profile, Optional<String> holder, String user) {
        Selection one = Selection.of(TABLE).equal(ID, profile).columns(ID);
        Selection seen = holder.map(patron -> one.equal(PATRON, patron)).orElseGet(() -> one.absent(PATRON));
        return project.changeUnlessTaken(seen, Document.empty().with(PATRON, user))
                .filter(rows -> !rows.isEmpty())
                .isPresent();
    }
}
