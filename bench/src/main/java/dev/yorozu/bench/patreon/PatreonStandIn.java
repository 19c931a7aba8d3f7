package dev.yorozu.bench.patreon;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** In Patreon's place on loopback: a code is a person's number, and everybody pays for the same tier. */
final class PatreonStandIn implements AutoCloseable {
    private static final Pattern CODE = Pattern.compile("(?:^|&)code=(\\d+)");

    private final HttpServer http;

    PatreonStandIn() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 256);
        http.createContext("/api/oauth2/token", PatreonStandIn::token);
        http.createContext("/api/oauth2/v2/identity", PatreonStandIn::identity);
        http.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
    }

    private static void token(HttpExchange call) throws IOException {
        Matcher code = CODE.matcher(new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        String number = code.find() ? code.group(1) : "";
        answer(call, """
                {"access_token":"access-%s","refresh_token":"refresh-%s","expires_in":2678400,\
                "scope":"identity","token_type":"Bearer"}""".formatted(number, number));
    }

    private static void identity(HttpExchange call) throws IOException {
        String bearer = call.getRequestHeaders().getFirst("Authorization");
        String number = bearer.substring(bearer.lastIndexOf('-') + 1);
        answer(call, """
                {"data":{"type":"user","id":"%1$s","attributes":{"email":"patron%1$s@example.com",\
                "full_name":"Patron %1$s"},"relationships":{"memberships":{"data":[{"type":"member","id":"m%1$s"}]}}},\
                "included":[{"type":"member","id":"m%1$s","attributes":{"patron_status":"active_patron",\
                "currently_entitled_amount_cents":500,"next_charge_date":"2030-01-01T00:00:00.000+00:00",\
                "campaign_lifetime_support_cents":5000},"relationships":{"campaign":{"data":{"type":"campaign",\
                "id":"1"}},"currently_entitled_tiers":{"data":[{"type":"tier","id":"2"}]}}},\
                {"type":"tier","id":"2","attributes":{"title":"Premium","amount_cents":500}}]}""".formatted(number));
    }

    private static void answer(HttpExchange call, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        call.getResponseHeaders().set("Content-Type", "application/json");
        call.sendResponseHeaders(200, body.length);
        try (OutputStream out = call.getResponseBody()) {
            out.write(body);
        }
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
