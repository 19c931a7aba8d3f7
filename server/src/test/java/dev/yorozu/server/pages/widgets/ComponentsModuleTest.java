package dev.yorozu.server.pages.widgets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.RunningServer;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ComponentsModuleTest {
    @Test
    void scriptsAreServedToEveryOriginAndKeptByBrowsers() throws Exception {
        try (RunningServer server = new RunningServer(new ComponentsModule(""))) {
            for (String name : Widgets.scripts().keySet()) {
                HttpResponse<String> first = server.get("/components/" + name + ".js");
                assertThat(first.statusCode()).isEqualTo(200);
                assertThat(first.headers().firstValue("Content-Type")).contains("text/javascript; charset=utf-8");
                assertThat(first.headers().firstValue("Access-Control-Allow-Origin"))
                        .contains("*");
                assertThat(first.headers().firstValue("Cross-Origin-Resource-Policy"))
                        .contains("cross-origin");
                assertThat(first.headers().firstValue("Cache-Control")).contains("public, max-age=300");
                String tag = first.headers().firstValue("ETag").orElseThrow();
                HttpResponse<String> again =
                        server.send(HttpRequest.newBuilder(server.uri("/components/" + name + ".js"))
                                .header("If-None-Match", tag)
                                .build());
                assertThat(again.statusCode()).isEqualTo(304);
                assertThat(again.body()).isEmpty();
                assertThat(again.headers().firstValue("Cross-Origin-Resource-Policy"))
                        .contains("cross-origin");
            }
            assertThat(server.get("/components/counter.js").body())
                    .isEqualTo(server.get("/components/visit.js").body());
            assertThat(server.get("/components/other.js").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void noScriptParsesMarkupOrNeedsToBeAModule() {
        for (byte[] bytes : Widgets.scripts().values()) {
            String script = new String(bytes, StandardCharsets.UTF_8);
            assertThat(script)
                    .startsWith("(() => {")
                    .doesNotContain(
                            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(")
                    .doesNotContainPattern("(?m)^\\s*(import|export)\\b");
            assertThat(script.length()).isLessThan(60_000);
        }
    }
}
