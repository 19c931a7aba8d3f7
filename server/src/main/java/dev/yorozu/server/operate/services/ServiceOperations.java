package dev.yorozu.server.operate.services;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.integrity.Erasure;
import dev.yorozu.nostalgic.integrity.Integrity;
import dev.yorozu.nostalgic.integrity.IntegrityPolicy;
import dev.yorozu.nostalgic.integrity.Inventory;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.server.operate.backup.format.Part;
import dev.yorozu.server.operate.keys.Entry;
import dev.yorozu.server.operate.keys.KeyOperations;
import dev.yorozu.server.operate.keys.KeyOperations.EntryRequest;
import dev.yorozu.server.operate.transport.InvalidRequest;
import dev.yorozu.server.operate.transport.LocalOperations;
import dev.yorozu.server.operate.transport.Nothing;
import dev.yorozu.server.operate.transport.Operation;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.server.operate.transport.Within;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What an operator can do with counters, likes, rankings and boards. No answer holds a token, its hash, or the address of a
 * webhook. Safe for use by many threads.
 *
 * @param entries what is known of keys, with their values as far as they are not declared secret
 */
public record ServiceOperations(
        Store store, Integrity integrity, Erasure erasure, Inventory inventory, KeyOperations entries) {
    /** The most services that one listing holds. */
    public static final int LONGEST = 1000;

    /** Looks whether all that belongs together agrees, and repairs it if asked to. */
    public static final Operation<VerifyRequest, Report> VERIFY = Operation.post(
                    "/nostalgic/verify", VerifyRequest.class, Report.class)
            .walking();

    /** Looks for what leads nowhere, belongs to nobody or cannot be read, and removes it if asked to. */
    public static final Operation<InvalidServices, Report> INVALID = Operation.post(
                    "/nostalgic/invalid", InvalidServices.class, Report.class)
            .walking();

    /** What there is of a service and would go, or what went. */
    public static final Operation<EraseRequest, Erasure.Plan> ERASE =
            Operation.post("/nostalgic/erase", EraseRequest.class, Erasure.Plan.class);

    /** How many services of each kind there are, and how much they hold. */
    public static final Operation<Nothing, Overview> OVERVIEW =
            Operation.get("/nostalgic/overview", Nothing.class, Overview.class).walking();

    /** Services whose name or address holds a text, newest first. */
    public static final Operation<ListRequest, Inventory.Listing> LIST =
            Operation.post("/nostalgic/list", ListRequest.class, Inventory.Listing.class);

    /** Everything about the services of a name, one for each kind that has one. */
    public static final Operation<ServiceName, Details> DETAILS =
            Operation.post("/nostalgic/dossiers", ServiceName.class, Details.class);

    private static final String HIDDEN = "(hidden)";

    /** How much of each key of a service is shown. */
    private static final int ELEMENTS = 20;

    /** @param kind empty for all services, and the id with it */
    public record VerifyRequest(String kind, String id, boolean fix) {
        public VerifyRequest {
            if (!kind.isEmpty()) {
                requireKind(kind);
                requireId(id);
            }
        }

        private Integrity.Scope scope() {
            return kind.isEmpty() ? new Integrity.Scope.All() : new Integrity.Scope.One(requireKind(kind), id);
        }
    }

    /** @param clear whether what is found is removed */
    public record InvalidServices(boolean clear) {}

    /** @param erase whether it is deleted */
    public record EraseRequest(String kind, String id, boolean erase) {
        public EraseRequest {
            if (kind.isEmpty()) {
                throw new InvalidRequest("The field kind must name a kind of service.");
            }
            requireKind(kind);
            requireId(id);
        }
    }

    public record Overview(List<Inventory.Summary> kinds) {}

    /** @param kind empty for all */
    public record ListRequest(
            String kind,
            String text,
            @Within(least = 1, most = LONGEST) int limit) {
        public ListRequest {
            if (!kind.isEmpty()) {
                requireKind(kind);
            }
        }
    }

    public record ServiceName(String id) {
        public ServiceName {
            requireId(id);
        }
    }

    public record Details(List<ServiceDetails> services) {}

    private static Kind requireKind(String name) {
        return Kind.of(name).orElseThrow(() -> InvalidRequest.field("kind", "counter, like, ranking or bbs"));
    }

    private static void requireId(String id) {
        if (id.isEmpty()) {
            throw new InvalidRequest("The field id must name a service.");
        }
    }

    public ServiceOperations(Store store, IntegrityPolicy policy, KeyOperations entries) {
        this(store, new Integrity(store, policy), new Erasure(store), new Inventory(store), entries);
    }

    public void bind(LocalOperations operations) {
        operations
                .onWalk(VERIFY, (request, progress) -> verify(request.scope(), request.fix(), progress))
                .onWalk(INVALID, (request, progress) -> invalid(request.clear(), progress))
                .on(ERASE, request -> erase(requireKind(request.kind()), request.id(), request.erase()))
                .onWalk(OVERVIEW, (request, progress) -> new Overview(inventory.overview(progress::keys)))
                .on(LIST, request -> list(Kind.of(request.kind()), request.text(), request.limit()))
                .on(DETAILS, request -> new Details(details(request.id())));
    }

    public Report verify(Integrity.Scope scope, boolean fix, Progress progress) {
        return fix ? integrity.fix(scope, progress::keys) : integrity.check(scope, progress::keys);
    }

    public Report invalid(boolean clear, Progress progress) {
        return clear ? integrity.clear(progress::keys) : integrity.broken(progress::keys);
    }

    /** What there is of a service, which is deleted if asked to. */
    public Erasure.Plan erase(Kind kind, String id, boolean erase) {
        return erase ? erasure.erase(kind, id) : erasure.plan(kind, id);
    }

    public Inventory.Listing list(Optional<Kind> kind, String text, int most) {
        return inventory.list(kind, text, most);
    }

    private List<ServiceDetails> details(String id) {
        List<ServiceDetails> details = new ArrayList<>();
        for (Kind kind : inventory.kinds(id)) {
            Erasure.Plan plan = erasure.plan(kind, id);
            Key record = kind.keys().service().key(id);
            List<Entry> keys = Stream.concat(plan.keys().stream(), plan.mappings().stream())
                    .flatMap(name -> entries.entry(new EntryRequest(name, ELEMENTS, false)).stream())
                    .map(entry -> entry.name().equals(record.name()) ? redacted(entry, record) : entry)
                    .toList();
            details.add(new ServiceDetails(kind, id, plan.indexed(), keys));
        }
        return details;
    }

    /**
     * A record repeats the hash of the owner's token and may tell whom to call; neither is for a screen, the rest is. What
     * cannot be read as a record cannot be searched for secrets, and is not shown at all.
     */
    private Entry redacted(Entry entry, Key key) {
        Optional<Part> value = entry.type() == ValueType.STRING
                ? store.get(key).flatMap(Document::parse).map(record -> new Part.Text(redacted(record)))
                : Optional.empty();
        return new Entry(
                entry.name(),
                entry.pattern(),
                entry.type(),
                entry.life(),
                entry.size(),
                entry.bytes(),
                value,
                value.isEmpty());
    }

    private static Bytes redacted(Document record) {
        Document shown = record.text("owner").isPresent() ? record.with("owner", HIDDEN) : record;
        if (shown.text("webhookUrl").isPresent()) {
            // Where the earlier program kept it before there were settings.
            shown = shown.with("webhookUrl", HIDDEN);
        }
        Document settings = record.document(Service.SETTINGS).orElse(Document.empty());
        if (settings.text("webhookUrl").filter(url -> !url.isBlank()).isPresent()) {
            shown = shown.with(Service.SETTINGS, settings.with("webhookUrl", HIDDEN));
        }
        return shown.bytes();
    }
}
