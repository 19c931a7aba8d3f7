package dev.yorozu.server.admin.nostalgic;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.integrity.Erasure;
import dev.yorozu.nostalgic.integrity.Integrity;
import dev.yorozu.nostalgic.integrity.IntegrityPolicy;
import dev.yorozu.nostalgic.integrity.Inventory;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.server.admin.Entry;
import dev.yorozu.server.backup.Part;
import dev.yorozu.server.backup.Progress;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The desk on a store that is open in this process. Safe for use by many threads. */
public final class StoreNostalgic implements NostalgicDesk {
    private static final String HIDDEN = "(hidden)";

    private final Store store;
    private final Integrity integrity;
    private final Erasure erasure;
    private final Inventory inventory;
    private final Function<String, Optional<Entry>> entries;

    /** @param entries what is known of a key, by its name, with its value as far as it is not declared secret */
    public StoreNostalgic(Store store, IntegrityPolicy policy, Function<String, Optional<Entry>> entries) {
        this.store = store;
        this.integrity = new Integrity(store, policy);
        this.erasure = new Erasure(store);
        this.inventory = new Inventory(store);
        this.entries = entries;
    }

    @Override
    public Report verify(Integrity.Scope scope, boolean fix, Progress progress) {
        return fix ? integrity.fix(scope, progress::keys) : integrity.check(scope, progress::keys);
    }

    @Override
    public Report invalid(boolean clear, Progress progress) {
        return clear ? integrity.clear(progress::keys) : integrity.broken(progress::keys);
    }

    @Override
    public Erasure.Plan plan(Kind kind, String id) {
        return erasure.plan(kind, id);
    }

    @Override
    public Erasure.Plan erase(Kind kind, String id) {
        return erasure.erase(kind, id);
    }

    @Override
    public List<Inventory.Summary> overview(Progress progress) {
        return inventory.overview(progress::keys);
    }

    @Override
    public Inventory.Listing list(Optional<Kind> kind, String text, int most) {
        return inventory.list(kind, text, Math.min(most, LONGEST));
    }

    @Override
    public List<Dossier> dossiers(String id) {
        List<Dossier> dossiers = new ArrayList<>();
        for (Kind kind : inventory.kinds(id)) {
            Erasure.Plan plan = erasure.plan(kind, id);
            Key record = kind.keys().service().key(id);
            List<Entry> keys = Stream.concat(plan.keys().stream(), plan.mappings().stream())
                    .flatMap(name -> entries.apply(name).stream())
                    .map(entry -> entry.name().equals(record.name()) ? redacted(entry, record) : entry)
                    .toList();
            dossiers.add(new Dossier(kind, id, plan.indexed(), keys));
        }
        return dossiers;
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
