package dev.yorozu.server.admin;

import dev.yorozu.audit.EventPage;
import dev.yorozu.audit.Query;
import dev.yorozu.server.admin.keys.KeyChange;
import dev.yorozu.server.admin.keys.KeyEdit;
import dev.yorozu.server.admin.keys.KeyEditJson;
import dev.yorozu.server.admin.nostalgic.NostalgicDesk;
import dev.yorozu.server.admin.tokens.TokenDesk;
import dev.yorozu.server.archive.BackupOptions;
import dev.yorozu.server.archive.Restoration;
import dev.yorozu.server.archive.RestoreOptions;
import dev.yorozu.server.backup.BackupFile;
import dev.yorozu.server.backup.Progress;
import dev.yorozu.server.backup.Summary;
import dev.yorozu.server.census.Reading;
import dev.yorozu.server.census.StatisticsJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The operations on the store of a running server, through its admin interface. */
public final class RemoteOperations implements Operations {
    private final AdminClient client;

    private RemoteOperations(AdminClient client) {
        this.client = client;
    }

    /** Makes sure that the server answers and takes the token. */
    public static RemoteOperations connect(URI server, AdminToken token) {
        AdminClient client = new AdminClient(server, token);
        try {
            client.get("/server");
        } catch (RuntimeException refused) {
            client.close();
            throw refused;
        }
        return new RemoteOperations(client);
    }

    @Override
    public Reading statistics(boolean fresh, Progress progress) {
        return StatisticsJson.reading(client.walk(fresh ? "/stats?fresh=true" : "/stats", progress));
    }

    @Override
    public Optional<Entry> entry(String name, View view) {
        ObjectNode body =
                json().put("name", name).put("elements", view.elements()).put("reveal", view.reveal());
        return client.find("/keys/entry", body).map(OperationsJson::entry);
    }

    @Override
    public Listing list(String prefix, String cursor, int limit, boolean reveal) {
        ObjectNode body = json().put("prefix", prefix)
                .put("cursor", cursor)
                .put("limit", Math.min(limit, Listing.LONGEST))
                .put("reveal", reveal);
        return OperationsJson.listing(client.post("/keys/list", body));
    }

    @Override
    public long count(String prefix, Progress progress) {
        JsonNode counted = client.walk("/keys/count", json().put("prefix", prefix), progress);
        return counted.required("count").longValue();
    }

    @Override
    public KeyChange change(KeyEdit edit) {
        return KeyEditJson.change(client.post("/keys/change", KeyEditJson.json(edit)));
    }

    @Override
    public boolean delete(String name) {
        return client.post("/keys/delete", json().put("name", name))
                        .required("deleted")
                        .longValue()
                > 0;
    }

    @Override
    public long deleteAll(String prefix, Progress progress) {
        JsonNode deleted = client.walk("/keys/delete-all", json().put("prefix", prefix), progress);
        return deleted.required("deleted").longValue();
    }

    @Override
    public EventPage audit(Query query, String cursor, int limit) {
        ObjectNode body = AuditJson.json(query).put("cursor", cursor).put("limit", Math.min(limit, EventPage.LONGEST));
        return AuditJson.page(client.post("/audit/list", body));
    }

    @Override
    public boolean hasSessions(String system) {
        return true; // The server says so itself where it does not know the system.
    }

    @Override
    public boolean knows(String user) {
        return client.post("/people/known", user(user, Optional.empty()))
                .required("known")
                .booleanValue();
    }

    @Override
    public List<SessionLine> sessions(String user, Optional<String> system) {
        return AuditJson.sessions(client.post("/sessions/list", user(user, system)));
    }

    @Override
    public OptionalInt revoke(String user, Optional<String> system, Optional<String> kept) {
        JsonNode done = client.post("/sessions/revoke", user(user, system).put("except", kept.orElse("")));
        return done.has("noSuchSession")
                ? OptionalInt.empty()
                : OptionalInt.of(done.required("ended").intValue());
    }

    @Override
    public boolean endSession(String user, String system, String id) {
        JsonNode done =
                client.post("/sessions/end", user(user, Optional.of(system)).put("id", id));
        return done.required("ended").intValue() > 0;
    }

    @Override
    public TokenDesk tokens() {
        return new RemoteTokens(client);
    }

    @Override
    public NewKey newKey(String system) {
        Optional<JsonNode> done = client.find("/signing-keys/new", json().put("system", system));
        if (done.isEmpty()) {
            return new NewKey.NoSystem();
        }
        return done.get().has("given")
                ? new NewKey.Given()
                : new NewKey.Made(done.get().required("name").stringValue());
    }

    @Override
    public NostalgicDesk nostalgic() {
        return new RemoteNostalgic(client);
    }

    private static ObjectNode user(String user, Optional<String> system) {
        return json().put("user", user).put("system", system.orElse(""));
    }

    /** Fetches lines and compresses them here, because lines can be counted while they come. */
    @Override
    public void backup(OutputStream out, BackupOptions options, Progress progress) {
        if (options.stopped()) {
            throw new RemoteFault("A server runs on this store: stop it before a backup that is to say so");
        }
        try (InputStream in = client.download(
                "/backup?plain=true&secrets=" + options.secrets() + "&storeOnly=" + options.storeOnly())) {
            if (options.compress()) {
                GZIPOutputStream compressed = BackupFile.compressed(out);
                copy(in, compressed, progress);
                compressed.finish();
            } else {
                copy(in, out, progress);
            }
        } catch (IOException broken) {
            throw new RemoteFault("The connection to the server broke off before the backup was whole");
        }
    }

    private static void copy(InputStream in, OutputStream out, Progress progress) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long lines = 0;
        for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
            out.write(buffer, 0, length);
            for (int i = 0; i < length; i++) {
                lines += buffer[i] == '\n' ? 1 : 0;
            }
            progress.keys(lines);
        }
    }

    /** What is encrypted is opened here: the passphrase goes nowhere. The server checks the file by its own limits. */
    @Override
    public Restoration restore(BackupFile file, Summary summary, RestoreOptions options, Progress progress) {
        JsonNode upload = client.post("/uploads", json());
        String id = upload.required("id").stringValue();
        send(file, "/uploads/" + id + "/", upload.required("pieceBytes").intValue());
        return OperationsJson.restoration(
                client.walk("/uploads/" + id + "/restore", OperationsJson.json(options), progress));
    }

    private void send(BackupFile file, String target, int pieceBytes) {
        try (InputStream in = file.contents()) {
            long position = 0;
            for (byte[] piece = in.readNBytes(pieceBytes); piece.length > 0; piece = in.readNBytes(pieceBytes)) {
                client.put(target + position, piece);
                position += piece.length;
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public void close() {
        client.close();
    }

    private static ObjectNode json() {
        return OperationsJson.object();
    }
}
