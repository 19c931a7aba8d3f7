package dev.yorozu.server.config;

import java.nio.file.Path;
import java.time.Duration;

/** How the server listens, and how much it takes from a client. */
public final class ServerSettings {
    public static final SettingsGroup GROUP = new SettingsGroup("Server");

    public static final Setting<String> HOST = GROUP.of(
            "server.host",
            SettingType.text("a host name or address"),
            "127.0.0.1",
            "Address to listen on; `0.0.0.0` for all of this machine's.");
    public static final Setting<Integer> PORT =
            GROUP.of("server.port", SettingType.number(0, 65535), "8080", "Port to listen on; `0` takes a free one.");
    public static final Setting<Path> TLS_CERTIFICATE = GROUP.optional(
            "server.tls.certificate",
            SettingType.path(),
            "no TLS",
            "PEM file with the certificate, and those that it hangs on, by which browsers know this server; it is then"
                    + " reached with TLS at `server.tls.port` too. Read again when it changes.");
    public static final Setting<Path> TLS_KEY = GROUP.optional(
            "server.tls.key",
            SettingType.path(),
            "",
            "PEM file with the private key of that certificate (PKCS #8), readable by its owner alone. Read again when it"
                    + " changes.");
    public static final Setting<String> TLS_HOST = GROUP.of(
            "server.tls.host", SettingType.text("a host name or address"), "0.0.0.0", "Address to listen on with TLS.");
    public static final Setting<Integer> TLS_PORT = GROUP.of(
            "server.tls.port",
            SettingType.number(0, 65535),
            "8443",
            "Port to listen on with TLS; `0` takes a free one. `server.port` stays, for this machine: proxies, health"
                    + " checks and `./yorozu` itself.");
    public static final Setting<Integer> MAX_BODY_BYTES = GROUP.of(
            "server.maxBodyBytes", SettingType.size(1024, 1 << 30), "1MiB", "Largest request body, chunked or not.");
    public static final Setting<Integer> MAX_HEADER_BYTES = GROUP.of(
            "server.maxHeaderBytes",
            SettingType.size(1024, 1 << 20),
            "16KiB",
            "Largest size of all headers of a request together.");
    public static final Setting<Integer> MAX_URI_BYTES =
            GROUP.of("server.maxUriBytes", SettingType.size(256, 1 << 16), "8KiB", "Longest first line of a request.");
    public static final Setting<Integer> MAX_CONNECTIONS = GROUP.of(
            "server.maxConnections",
            SettingType.number(1, 1_000_000),
            "8192",
            "Most connections at once; further ones get 503 and are closed. Fewer where the process may not open so many"
                    + " files.");
    public static final Setting<Integer> MAX_CONNECTIONS_PER_ADDRESS = GROUP.of(
            "server.maxConnectionsPerAddress",
            SettingType.number(1, 1_000_000),
            "512",
            "Most connections at once of one address, or of one /64 of IPv6; further ones get 503 and are closed. Not for"
                    + " `trustedProxies`.");
    public static final Setting<Duration> REQUEST_TIMEOUT = GROUP.of(
            "server.requestTimeout",
            SettingType.duration(Duration.ofMillis(100), Duration.ofHours(1)),
            "30s",
            "How long a client may take for request line and headers together, or pause within a body or a reply.");
    public static final Setting<Integer> MIN_BYTES_PER_SECOND = GROUP.of(
            "server.minBytesPerSecond",
            SettingType.size(1, 1 << 20),
            "500",
            "How fast a client must send a body and take a reply on the whole, beside what `requestTimeout` allows; who is"
                    + " slower is cut off.");
    public static final Setting<Duration> IDLE_TIMEOUT = GROUP.of(
            "server.idleTimeout",
            SettingType.duration(Duration.ofSeconds(1), Duration.ofDays(1)),
            "5m",
            "How long a connection without requests stays open.");
    public static final Setting<Duration> SHUTDOWN_GRACE = GROUP.of(
            "server.shutdownGrace",
            SettingType.duration(Duration.ZERO, Duration.ofHours(1)),
            "10s",
            "How long running requests may take to finish when the server stops.");

    private ServerSettings() {}
}
