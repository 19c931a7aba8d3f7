package dev.yorozu.server.operate.apps;

import dev.yorozu.app.App;
import dev.yorozu.app.AppSettings;
import dev.yorozu.app.AppSettingsFormat;
import dev.yorozu.app.Apps;
import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.credential.Credential;
import dev.yorozu.credential.Credentials;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Rights;
import dev.yorozu.credential.Scope;
import dev.yorozu.json.Document;
import dev.yorozu.server.operate.credentials.CredentialOperations.Issued;
import dev.yorozu.server.operate.statistics.Census;
import dev.yorozu.server.operate.statistics.Reading;
import dev.yorozu.server.operate.statistics.Statistics.Use;
import dev.yorozu.server.operate.transport.InvalidRequest;
import dev.yorozu.server.operate.transport.LocalOperations;
import dev.yorozu.server.operate.transport.Nothing;
import dev.yorozu.server.operate.transport.Operation;
import dev.yorozu.server.operate.transport.Progress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What an operator can do with apps. To make one also issues the credential by which its program calls, of the same name
 * unless another is said.
 */
public record AppOperations(Apps apps, Credentials credentials, Census census, AuditLog audit, InstantSource clock) {
    private static final String NO_SUCH = "no_such_app";
    private static final String NONE = "There is no app of this name.";
    private static final String SYSTEM = "apps";

    /** Longer than servers remember an app: what is deleted after it stays deleted. */
    private static final Duration FORGOTTEN = Duration.ofMillis(1_500);

    public static final Operation<Nothing, AppList> LIST = Operation.get("/apps", Nothing.class, AppList.class);

    public static final Operation<Name, Optional<AppSummary>> SHOW =
            Operation.post("/apps/show", Name.class, AppSummary.class).or(404, NO_SUCH, NONE);

    public static final Operation<CreateRequest, Issued> CREATE =
            Operation.post("/apps/create", CreateRequest.class, Issued.class);

    /** Gives an app other settings; those that are not named are as usual. */
    public static final Operation<ChangeRequest, Optional<AppSummary>> CHANGE = Operation.post(
                    "/apps/change", ChangeRequest.class, AppSummary.class)
            .or(404, NO_SUCH, NONE);

    /** Has a further key sign the tokens of an app; those that the ones before have signed count until they end. */
    public static final Operation<Name, Optional<AppSummary>> ROTATE_KEY =
            Operation.post("/apps/rotate-key", Name.class, AppSummary.class).or(404, NO_SUCH, NONE);

    /** Ends an app and its credentials, and deletes all that it keeps. */
    public static final Operation<Name, Deleted> DELETE =
            Operation.post("/apps/delete", Name.class, Deleted.class).walking();

    public record AppList(List<AppSummary> apps) {}

    public record Name(String name) {
        public Name {
            requireName(name);
        }
    }

    /**
     * @param credential the name of the credential that is made; empty for that of the app
     * @param settings JSON; empty for the usual ones
     */
    public record CreateRequest(String name, String credential, String settings) {
        public CreateRequest {
            requireName(name);
            credential = credential.isEmpty() ? name : credential;
            if (!Credential.isName(credential)) {
                throw InvalidRequest.field("credential", "1 to 63 lower-case letters, digits and dashes");
            }
        }
    }

    public record ChangeRequest(String name, String settings) {
        public ChangeRequest {
            requireName(name);
        }
    }

    /**
     * @param app whether there was one: the keys of one that was deleted before are deleted too
     * @param credentials the names of those that ended with it
     */
    public record Deleted(boolean app, List<String> credentials, long keys) {}

    private static void requireName(String name) {
        if (!App.isName(name)) {
            throw InvalidRequest.field("name", "1 to 32 lower-case letters, digits and dashes");
        }
    }

    public void bind(LocalOperations operations) {
        operations
                .on(
                        LIST,
                        request -> new AppList(
                                apps.list().stream().map(this::summary).toList()))
                .on(SHOW, request -> apps.find(request.name()).map(this::summary))
                .on(CREATE, this::create)
                .on(CHANGE, this::change)
                .on(ROTATE_KEY, request -> changed("rotate-key", apps.rotateKey(request.name())))
                .onWalk(DELETE, this::delete);
    }

    private Issued create(CreateRequest request) {
        AppSettings settings = settings(request.settings());
        switch (apps.create(request.name(), settings)) {
            case Apps.Creation.Created created -> {}
            case Apps.Creation.NameTaken taken ->
                throw InvalidRequest.answer(
                        "There is an app of this name already; ./yorozu credential create makes further"
                                + " credentials for it, with --scope " + Scope.realmOf(request.name()) + ":*.");
            case Apps.Creation.Remains remains ->
                throw InvalidRequest.answer(
                        "An app of this name was deleted, and some of what it kept may still be there:"
                                + " finish that with ./yorozu app delete " + request.name()
                                + ", and then make this one.");
            case Apps.Creation.TooMany many ->
                throw InvalidRequest.answer("There are %,d apps already: delete one.".formatted(Apps.MOST));
        }
        Rights rights = new Rights(
                List.of(),
                EnumSet.of(Permission.READ, Permission.WRITE),
                Set.of(new Scope(Scope.realmOf(request.name()), Scope.ALL)));
        return switch (credentials.create(request.credential(), rights)) {
            case Credentials.Creation.Created created -> {
                written("create", request.name());
                yield new Issued(created.secret().name(), created.secret().text());
            }
            case Credentials.Creation.NameTaken taken -> {
                apps.takeBack(request.name());
                throw InvalidRequest.answer(
                        "There is a credential of this name already: choose another with --credential.");
            }
            case Credentials.Creation.TooMany many -> {
                apps.takeBack(request.name());
                throw InvalidRequest.answer(
                        "There are %,d credentials already: remove one that nothing uses.".formatted(Credentials.MOST));
            }
        };
    }

    private Optional<AppSummary> change(ChangeRequest request) {
        requireUndeclared(request.name());
        return changed("change", apps.change(request.name(), settings(request.settings())));
    }

    /** What the settings file declares would be as before at the next start. */
    private void requireUndeclared(String name) {
        if (apps.find(name).filter(App::declared).isPresent()) {
            throw InvalidRequest.answer(
                    "The settings file declares this app (systems.apps.declared): change it there, or"
                            + " take it out, and start the server again.");
        }
    }

    private Optional<AppSummary> changed(String action, Optional<App> changed) {
        changed.ifPresent(app -> written(action, app.name()));
        return changed.map(this::summary);
    }

    /**
     * Ends the credentials and the app first, so that nobody calls for it any more; what the servers remember of it passes
     * before its keys are deleted. <i>A crash in between</i> leaves keys of a name without an app; none is made under it
     * before this is done again.
     */
    private Deleted delete(Name request, Progress progress) {
        requireUndeclared(request.name());
        List<String> ended = withdraw(Scope.realmOf(request.name()));
        boolean removed = apps.remove(request.name());
        if (removed || !ended.isEmpty()) {
            written("delete", request.name());
            await();
        }
        return new Deleted(removed, ended, apps.deleteKeys(request.name(), progress::keys));
    }

    /** Ends the credentials of a realm; one that has other rights keeps those. */
    private List<String> withdraw(String realm) {
        List<Credential> concerned = credentials.list().stream()
                .map(Credentials.Listed::credential)
                .filter(each -> each.rights().scopes().stream()
                        .anyMatch(scope -> scope.realm().equals(realm)))
                .toList();
        concerned.forEach(each -> {
            Rights rights = each.rights();
            Set<Scope> others = rights.scopes().stream()
                    .filter(scope -> !scope.realm().equals(realm))
                    .collect(Collectors.toSet());
            if (others.isEmpty() && rights.keys().isEmpty()) {
                credentials.remove(each.name());
            } else {
                credentials.allow(each.name(), new Rights(rights.keys(), rights.permissions(), others));
            }
        });
        return concerned.stream().map(Credential::name).toList();
    }

    private static void await() {
        try {
            Thread.sleep(FORGOTTEN);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static AppSettings settings(String json) {
        if (json.isBlank()) {
            return AppSettings.STANDARD;
        }
        Document given = Document.parse(json).orElseThrow(() -> InvalidRequest.field("settings", "a JSON object"));
        try {
            return AppSettingsFormat.read(given);
        } catch (IllegalArgumentException wrong) {
            throw InvalidRequest.answer("In settings, " + wrong.getMessage() + ".");
        }
    }

    private AppSummary summary(App app) {
        String realm = Scope.realmOf(app.name());
        List<String> names = credentials.list().stream()
                .map(Credentials.Listed::credential)
                .filter(each -> each.rights().scopes().stream()
                        .anyMatch(scope -> scope.realm().equals(realm)))
                .map(Credential::name)
                .toList();
        Use use = census.latest()
                .map(Reading::statistics)
                .map(statistics -> statistics.apps().get(app.name()))
                .orElse(new Use(0, 0));
        return new AppSummary(
                app.name(),
                app.made(),
                names,
                use.keys(),
                use.bytes(),
                AppSettingsFormat.document(app.settings()).bytes().text(),
                app.declared());
    }

    private void written(String action, String name) {
        audit.append(Event.of(clock.instant(), Kind.CREDENTIAL, SYSTEM, action)
                .by(Optional.of("operator"))
                .about(name, name));
    }
}
