package dev.yorozu.server;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Endpoints that do on demand what real ones do now and then. */
final class PracticeModule implements HttpModule {
    record Greeting(String name, int times) {}

    @Override
    public String mount() {
        return "/practice";
    }

    @Override
    public void routes(Routes routes) {
        routes.get("/items/{id}", call -> Reply.text(200, call.parameter("id")));
        routes.get("/items/all", call -> Reply.text(200, "(all)"));
        routes.get("/items/{id}/parts/{part}", call -> Reply.json(200, Map.of("part", call.parameter("part"))));
        routes.delete("/items/{id}", call -> Reply.empty(204));
        routes.get("/search", call -> Reply.text(200, call.query("q").orElse("(none)")));
        routes.post("/greetings", call -> Reply.json(200, call.json(Greeting.class)));
        routes.post("/bodies", call -> Reply.text(200, Integer.toString(call.body().length)));
        routes.post("/ignored", call -> Reply.text(200, "ignored"));
        routes.get("/faults/{kind}", PracticeModule::fail);
        routes.get("/broken-streams/{pieces}", PracticeModule::breakOff);
        routes.get(
                "/streams",
                call -> Reply.stream(200, "text/plain", out -> {
                    for (int i = 0; i < 1000; i++) {
                        out.write("line %d\n".formatted(i).getBytes(StandardCharsets.UTF_8));
                    }
                }));
    }

    private static Reply breakOff(Call call) {
        return Reply.stream(200, "text/plain", out -> {
            for (int i = 0; i < Integer.parseInt(call.parameter("pieces")); i++) {
                out.write(new byte[10_000]);
            }
            throw new StoreException.Unavailable("The store went away");
        });
    }

    private static Reply fail(Call call) {
        if (call.parameter("kind").equals("error")) {
            throw new AssertionError("a broken promise");
        }
        throw switch (call.parameter("kind")) {
            case "unavailable" -> new StoreException.Unavailable("The store is not there");
            case "unknown" -> new StoreException.OutcomeUnknown("No answer", new RuntimeException("gone"));
            case "type" -> new StoreException.WrongType();
            case "number" -> new StoreException.NotANumber();
            case "object" -> new StoreException.NotAnObject();
            case "limit" -> new StoreException.LimitExceeded("Too many bytes in a key: 9, at most 8");
            default -> new IllegalStateException("a mistake of ours");
        };
    }
}
