package dev.yorozu.oauth;

import dev.yorozu.session.Change;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** Sessions that keep a grant among their attributes; found again by their sids, as those are that somebody presented. */
public final class SessionGrants implements GrantHolders<Session> {
    private final Sessions sessions;
    private final GrantFields fields;

    public SessionGrants(Sessions sessions, GrantFields fields) {
        this.sessions = sessions;
        this.fields = fields;
    }

    @Override
    public String keyPart(Session holder) {
        return holder.keyPart();
    }

    @Override
    public Optional<Instant> accessEnd(Session holder) {
        OptionalLong end = holder.number(fields.accessExpiresAt());
        return end.isPresent() ? Optional.of(Instant.ofEpochMilli(end.getAsLong())) : Optional.empty();
    }

    @Override
    public Optional<String> accessToken(Session holder) {
        return holder.secret(fields.accessToken());
    }

    @Override
    public Optional<String> refreshToken(Session holder) {
        return holder.secret(fields.refreshToken());
    }

    @Override
    public Optional<Session> find(Session seen) {
        return seen.sid().flatMap(sessions::find);
    }

    @Override
    public Writing<Session> write(Session seen, Grant grant, Instant asked) {
        return switch (sessions.change(seen, attributes -> fields.write(attributes, grant, asked))) {
            case Change.Changed changed -> new Writing.Written<>(changed.session());
            case Change.Superseded superseded -> new Writing.Superseded<>(superseded.current());
            case Change.Ended ended -> new Writing.Over<>();
        };
    }

    @Override
    public boolean end(Session seen) {
        return sessions.end(seen);
    }
}
