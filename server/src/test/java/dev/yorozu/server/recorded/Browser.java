package dev.yorozu.server.recorded;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One client: has an address, as the proxy before the server says, and keeps cookies by their names. */
final class Browser {
    private final Wire wire;
    private final String site;
    private final String address;
    private final Map<String, String> cookies = new TreeMap<>();

    Browser(Wire wire, String site, String address) {
        this.wire = wire;
        this.site = site;
        this.address = address;
    }

    Answer send(String method, String path, List<String> headers, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        Answer answer = wire.send(method, path, headers(headers, bytes.length), bytes);
        answer.values("Set-Cookie").forEach(this::keep);
        return answer;
    }

    private List<String> headers(List<String> own, int length) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("host", "Host: " + site);
        all.put("x-forwarded-for", "X-Forwarded-For: " + address);
        all.put("user-agent", "User-Agent: Recorded/1.0");
        if (!cookies.isEmpty()) {
            all.put("cookie", "Cookie: " + cookie());
        }
        if (length > 0) {
            all.put("content-length", "Content-Length: " + length);
        }
        List<String> lines = new ArrayList<>(own);
        lines.forEach(line -> all.remove(line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT)));
        lines.removeIf(line -> line.endsWith(":"));
        lines.addAll(all.values());
        return lines;
    }

    private String cookie() {
        return cookies.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining("; "));
    }

    private void keep(String header) {
        String[] pair = header.split(";", 2)[0].split("=", 2);
        if (pair[1].isEmpty()) {
            cookies.remove(pair[0]);
        } else {
            cookies.put(pair[0], pair[1]);
        }
    }
}
