package dev.yorozu.server.demo;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.json.Document;
import dev.yorozu.link.IssueResult;
import dev.yorozu.link.LinkRequest;
import dev.yorozu.link.RedactedLink;
import dev.yorozu.link.ShareLinks;
import dev.yorozu.oauth.Grant;
import dev.yorozu.oauth.User;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.AuditSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.demo.provider.People;
import dev.yorozu.server.demo.provider.Person;
import dev.yorozu.server.systems.discord.DiscordJson;
import dev.yorozu.server.systems.discord.DiscordSystem;
import dev.yorozu.server.systems.nostalgic.NostalgicSettings;
import dev.yorozu.session.Start;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * A little life in the store of a demonstration, so that its statistics and its audit log have something to show. The
 * first of the sample people has none of it: whoever comes first finds only what they did themselves.
 */
record SampleState(Settings settings, Store store, RandomTokens random, InstantSource clock) {
    /** Set aside for examples; nothing is there. */
    static final String HOST = "example.com";

    private static final Duration TOKEN_LIFE = Duration.ofDays(7);

    /** Fills an empty store, and says so; one that holds anything stays as it is. */
    boolean fill() {
        if (!store.scan(Scan.of("", 1)).keys().isEmpty()) {
            return false;
        }
        signIn(People.REN, Duration.ofHours(26));
        signIn(People.REN, Duration.ofMinutes(40));
        signIn(People.SORA, Duration.ofDays(3));
        signIn(People.MIO, Duration.ofHours(5));
        share(People.SORA, "holiday-photos.zip", Duration.ofDays(2));
        share(People.REN, "minutes.pdf", Duration.ofMinutes(35));
        if (settings.value(NostalgicSettings.ENABLED)) {
            new SampleShop(settings, store, random, clock).fill();
        }
        return true;
    }

    private void signIn(Person person, Duration age) {
        InstantSource then = InstantSource.fixed(clock.instant().minus(age));
        Grant grant = new Grant(
                random.base64url(24),
                "Bearer",
                Optional.of(TOKEN_LIFE),
                Optional.of(random.base64url(24)),
                Optional.of("identify guilds"),
                Optional.empty(),
                Document.empty());
        User user = new User(person.id(), person.name(), Optional.empty());
        Document attributes = DiscordJson.attributes(user, grant, then.instant());
        if (DiscordSystem.sessions(settings, store, random, then).start(user.id(), attributes)
                instanceof Start.Started started) {
            String id = started.session().publicId();
            audit(then).append(event(then, Kind.SESSION, "sign-in", person).about(id, id));
        }
    }

    /** Makes nothing where links are off or do not allow this one. */
    private void share(Person person, String file, Duration age) {
        InstantSource then = InstantSource.fixed(clock.instant().minus(age));
        LinkRequest draft = new LinkRequest(
                Optional.of("https://" + HOST + "/" + file),
                Optional.of(file),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new LinkRequest.Owner(person.id(), random.base64url(24))));
        Optional<ShareLinks> links = DiscordSystem.links(settings, store, random, then);
        if (links.isPresent() && links.get().issue(draft) instanceof IssueResult.Issued issued) {
            RedactedLink mark = issued.mark();
            Event event = event(then, Kind.LINK, "issue", person).about(mark.shown(), mark.reference());
            audit(then).appendBeginning(event, issued.ends());
        }
    }

    private AuditLog audit(InstantSource then) {
        return new AuditLog(store, AuditSettings.policy(settings), random, then);
    }

    private static Event event(InstantSource then, Kind kind, String action, Person person) {
        return Event.of(then.instant(), kind, "discord", action).by(Optional.of(person.id()));
    }
}
