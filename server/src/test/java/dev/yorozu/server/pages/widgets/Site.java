package dev.yorozu.server.pages.widgets;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Somebody's own site, on an origin of its own, that embeds the widgets. */
final class Site implements AutoCloseable {
    private final Map<String, String> pages = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    Site() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** The address of a new page. */
    String page(String language, String content) {
        String path = "/page" + numbers.incrementAndGet();
        String head = "<meta charset=utf-8><title>A page of mine</title><link rel=icon href=data:,>"
                + "<meta name=viewport content='width=device-width'>";
        pages.put(path, "<!doctype html><html lang=" + language + ">" + head + content + "</html>");
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] html =
                    pages.getOrDefault(exchange.getRequestURI().getPath(), "").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            // Strict sites forbid inline styles.
            exchange.getResponseHeaders().set("Content-Security-Policy", "style-src 'none'");
            exchange.sendResponseHeaders(200, html.length);
            exchange.getResponseBody().write(html);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
