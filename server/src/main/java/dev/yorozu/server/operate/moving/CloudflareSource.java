package dev.yorozu.server.operate.moving;

import dev.yorozu.keyspace.Schema;
import dev.yorozu.server.operate.backup.format.Line;
import dev.yorozu.server.operate.backup.format.Part;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A namespace of Workers KV, as {@code wrangler} prints it: a file of keys and values, or a directory with {@code keys.json}
 * (names and expirations) and a file for each value, named by the key in percent-encoding.
 */
public final class CloudflareSource implements Source {
    private static final String LIST = "keys.json";
    private static final int LARGEST = 512 << 20;

    private final Path path;
    private final Optional<Path> list;
    private final Schema schema;
    private long metadata;
    private long impossible;
    private long missing;

    /**
     * @param list what {@code wrangler kv key list} printed, where a file of values does not tell expirations
     */
    public CloudflareSource(Path path, Optional<Path> list, Schema schema) {
        this.path = path;
        this.list = list;
        this.schema = schema;
    }

    @Override
    public void read(Consumer<Line> lines) {
        metadata = 0;
        impossible = 0;
        missing = 0;
        try {
            if (Files.isDirectory(path)) {
                KvJson.list(list.orElse(path.resolve(LIST)), entry -> fromFile(entry, lines));
                return;
            }
            Optional<Map<String, KvJson.Entry>> known =
                    list.isPresent() ? Optional.of(listed(list.get())) : Optional.empty();
            KvJson.values(path, known.isPresent(), entry -> fromValues(entry, known, lines));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Map<String, KvJson.Entry> listed(Path file) throws IOException {
        Map<String, KvJson.Entry> entries = new HashMap<>();
        KvJson.list(file, entry -> entries.put(entry.name(), entry));
        return entries;
    }

    /** A list says more than the values do: when they end. A key that it does not name was there no longer. */
    private void fromValues(KvJson.Entry entry, Optional<Map<String, KvJson.Entry>> known, Consumer<Line> lines) {
        if (known.isEmpty()) {
            take(entry, lines);
            return;
        }
        KvJson.Entry listed = known.get().get(entry.name());
        if (listed == null) {
            missing++;
        } else {
            take(new KvJson.Entry(entry.name(), entry.value(), listed.ends(), listed.metadata()), lines);
        }
    }

    private void fromFile(KvJson.Entry entry, Consumer<Line> lines) {
        Optional<Path> file = KvJson.encoded(entry.name()).stream()
                .map(path::resolve)
                .filter(Files::isRegularFile)
                .findFirst();
        if (file.isEmpty()) {
            missing++;
            return;
        }
        try (InputStream in = Files.newInputStream(file.get())) {
            Bytes value = Bytes.wrap(in.readNBytes(LARGEST));
            take(new KvJson.Entry(entry.name(), Optional.of(value), entry.ends(), entry.metadata()), lines);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private void take(KvJson.Entry entry, Consumer<Line> lines) {
        Optional<Key> key = schema.find(entry.name());
        if (entry.value().isEmpty()) {
            missing++;
        } else if (key.isEmpty()) {
            impossible++;
        } else {
            metadata += entry.metadata() ? 1 : 0;
            lines.accept(new Line.Start(
                    key.get(), entry.ends(), new Part.Text(entry.value().get())));
        }
    }

    @Override
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (missing > 0) {
            notes.add("Of " + missing + " keys there is no value, or no line in the list of keys: they are left out.");
        }
        if (impossible > 0) {
            notes.add("The names of " + impossible + " keys cannot be those of keys here: they are left out.");
        }
        if (metadata > 0) {
            notes.add("The metadata of " + metadata + " keys is left out.");
        }
        return notes;
    }
}
