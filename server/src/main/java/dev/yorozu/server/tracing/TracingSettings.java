package dev.yorozu.server.tracing;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.SettingsGroup;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Where traces go, and how many. The variables that OpenTelemetry has for the same are read too. */
public final class TracingSettings {
    public static final SettingsGroup GROUP = new SettingsGroup("Tracing");

    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+=[\\x20-\\x7e]*");

    /** Whose word counts about the trace that a request belongs to. */
    public enum Parent {
        ANY,
        PROXIES
    }

    public static final Setting<URI> ENDPOINT = GROUP.with(Setting.optional(
                    "telemetry.otlp.endpoint",
                    new SettingType<>("an http or https address", TracingSettings::address),
                    "none: nothing is traced",
                    "Collector of OpenTelemetry that traces are sent to over HTTP (OTLP, protobuf); `/v1/traces` is added"
                            + " where it is not there.")
            .alsoFrom("OTEL_EXPORTER_OTLP_ENDPOINT", ""));
    public static final Setting<Map<String, String>> HEADERS = GROUP.with(Setting.optional(
                    "telemetry.otlp.headers",
                    new SettingType<>(
                            "headers such as Authorization=Bearer abc, with commas between them",
                            TracingSettings::headers),
                    "none",
                    "Headers that the collector wants, such as a key.")
            .asSecret()
            .alsoFrom("OTEL_EXPORTER_OTLP_HEADERS", ""));
    public static final Setting<Duration> TIMEOUT = GROUP.of(
            "telemetry.otlp.timeout",
            SettingType.duration(Duration.ofMillis(100), Duration.ofMinutes(1)),
            "5s",
            "How long the collector may take for what is sent at once, and the server for the rest when it stops.");
    public static final Setting<Duration> EVERY = GROUP.of(
            "telemetry.otlp.every",
            SettingType.duration(Duration.ofMillis(10), Duration.ofMinutes(1)),
            "2s",
            "How often spans are sent, and sooner when there are many.");
    public static final Setting<Integer> QUEUE = GROUP.of(
            "telemetry.queue",
            SettingType.number(64, 1_000_000),
            "4096",
            "Most spans that wait to be sent; further ones are dropped and counted.");
    public static final Setting<Double> SAMPLING = GROUP.of(
            "telemetry.sampling",
            new SettingType<>("a ratio from 0 to 1, such as 0.05", TracingSettings::ratio),
            "1",
            "Part of the requests that is traced; one that is part of a trace already is traced when that is.");
    public static final Setting<Parent> PARENT = GROUP.of(
            "telemetry.parent",
            SettingType.choice(Parent.class),
            "any",
            "Whose `traceparent` counts: that of any client, or of `trustedProxies` alone, where clients are not to choose"
                    + " what is traced.");
    public static final Setting<String> SERVICE = GROUP.with(
            Setting.of("telemetry.serviceName", SettingType.text("a name"), "yorozu", "Name of this service in traces.")
                    .alsoFrom("OTEL_SERVICE_NAME", ""));

    private TracingSettings() {}

    private static Optional<URI> address(String text) {
        try {
            URI uri = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            boolean plain = uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null;
            return Optional.of(uri)
                    .filter(each -> plain
                            && ("http".equalsIgnoreCase(each.getScheme())
                                    || "https".equalsIgnoreCase(each.getScheme())));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    private static Optional<Map<String, String>> headers(String text) {
        Map<String, String> headers = new TreeMap<>();
        for (String each : text.split(",", -1)) {
            String header = each.strip();
            if (!HEADER.matcher(header).matches()) {
                return Optional.empty();
            }
            int equals = header.indexOf('=');
            headers.put(
                    header.substring(0, equals), header.substring(equals + 1).strip());
        }
        return Optional.of(headers);
    }

    private static Optional<Double> ratio(String text) {
        try {
            return Optional.of(Double.parseDouble(text)).filter(ratio -> ratio >= 0 && ratio <= 1);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
