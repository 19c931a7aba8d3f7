package dev.yorozu.server.admin;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.integrity.Erasure;
import dev.yorozu.nostalgic.integrity.Integrity;
import dev.yorozu.nostalgic.integrity.Inventory;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.server.admin.nostalgic.Dossier;
import dev.yorozu.server.admin.nostalgic.NostalgicDesk;
import dev.yorozu.server.admin.nostalgic.NostalgicJson;
import dev.yorozu.server.backup.Progress;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The desk of a running server, through its admin interface. */
record RemoteNostalgic(AdminClient client) implements NostalgicDesk {
    @Override
    public Report verify(Integrity.Scope scope, boolean fix, Progress progress) {
        ObjectNode body = switch (scope) {
            case Integrity.Scope.All all -> OperationsJson.object();
            case Integrity.Scope.One one -> about(one.kind(), one.id());
        };
        return NostalgicJson.report(client.walk("/nostalgic/verify", body.put("fix", fix), progress));
    }

    @Override
    public Report invalid(boolean clear, Progress progress) {
        ObjectNode body = OperationsJson.object().put("clear", clear);
        return NostalgicJson.report(client.walk("/nostalgic/invalid", body, progress));
    }

    @Override
    public Erasure.Plan plan(Kind kind, String id) {
        return NostalgicJson.plan(client.post("/nostalgic/erase", about(kind, id)));
    }

    @Override
    public Erasure.Plan erase(Kind kind, String id) {
        return NostalgicJson.plan(
                client.post("/nostalgic/erase", about(kind, id).put("erase", true)));
    }

    @Override
    public List<Inventory.Summary> overview(Progress progress) {
        return NostalgicJson.overview(client.walk("/nostalgic/overview", progress));
    }

    @Override
    public Inventory.Listing list(Optional<Kind> kind, String text, int most) {
        ObjectNode body = OperationsJson.object()
                .put("kind", kind.map(Kind::id).orElse(""))
                .put("text", text)
                .put("limit", Math.min(most, LONGEST));
        return NostalgicJson.listing(client.post("/nostalgic/list", body));
    }

    @Override
    public List<Dossier> dossiers(String id) {
        return NostalgicJson.dossiers(
                client.post("/nostalgic/dossiers", OperationsJson.object().put("id", id)));
    }

    private static ObjectNode about(Kind kind, String id) {
        return OperationsJson.object().put("kind", kind.id()).put("id", id);
    }
}
