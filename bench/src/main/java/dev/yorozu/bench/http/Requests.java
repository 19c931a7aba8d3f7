package dev.yorozu.bench.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Requests as they are sent: bytes, so that those that are sent often are made once. */
public final class Requests {
    private Requests() {}

    /** @param headers further ones, {@code Name: value} */
    public static byte[] get(String path, String... headers) {
        return request("GET", path, "yorozu-bench", "", headers);
    }

    /** A request that sends JSON. */
    public static byte[] post(String path, String json, String... headers) {
        return request("POST", path, "yorozu-bench", json, headers);
    }

    /** A request that sends a form. */
    public static byte[] form(String path, String form, String... headers) {
        String[] all = Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = "Content-Type: application/x-www-form-urlencoded";
        all[headers.length + 1] = "Content-Length: " + form.length();
        byte[] head = request("POST", path, "yorozu-bench", "", all);
        byte[] whole = Arrays.copyOf(head, head.length + form.length());
        System.arraycopy(form.getBytes(StandardCharsets.US_ASCII), 0, whole, head.length, form.length());
        return whole;
    }

    /** A request of a browser of this name, which a proxy says comes from this address. */
    public static byte[] from(String path, String address, String userAgent) {
        return request("GET", path, userAgent, "", "X-Forwarded-For: " + address);
    }

    private static byte[] request(String method, String path, String userAgent, String json, String... headers) {
        StringBuilder text = new StringBuilder(512)
                .append(method + " " + path + " HTTP/1.1\r\n")
                .append("Host: 127.0.0.1\r\nUser-Agent: " + userAgent + "\r\nAccept: application/json\r\n");
        for (String header : headers) {
            text.append(header).append("\r\n");
        }
        if (!json.isEmpty()) {
            int length = json.getBytes(StandardCharsets.UTF_8).length;
            text.append("Content-Type: application/json\r\nContent-Length: " + length + "\r\n");
        }
        return text.append("\r\n").append(json).toString().getBytes(StandardCharsets.UTF_8);
    }
}
