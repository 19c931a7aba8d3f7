package dev.yorozu.server.http.connection;

import dev.yorozu.server.config.PrivacySettings;
import dev.yorozu.server.config.ServerSettings;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.net.AddressRange;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * What clients may take of a server's connections and time.
 *
 * @param total most connections at once
 * @param totalSetting the name of the setting that says so
 * @param perAddress most connections at once of one address, or of one /64 of IPv6
 * @param exempt the addresses that only {@code total} bounds: proxies, behind which there are many clients
 * @param timeout for the request line and the headers as a whole, and for each pause within a body or a reply
 * @param bytesPerSecond what a client that sends a body, or takes a reply, moves at least; the timeout comes on top of it
 */
public record ConnectionLimits(
        int total,
        String totalSetting,
        int perAddress,
        Predicate<InetAddress> exempt,
        Duration timeout,
        int bytesPerSecond) {
    public ConnectionLimits {
        if (total < 1 || perAddress < 1 || bytesPerSecond < 1 || !timeout.isPositive()) {
            throw new IllegalArgumentException("A limit that lets nothing through");
        }
    }

    /** What the settings allow the clients of a listener, whose connections this one bounds. */
    public static ConnectionLimits of(Settings settings, Setting<Integer> total) {
        List<AddressRange> proxies =
                settings.find(PrivacySettings.TRUSTED_PROXIES).orElse(List.of());
        return new ConnectionLimits(
                FileDescriptors.connections(settings.value(total)),
                total.name(),
                settings.value(ServerSettings.MAX_CONNECTIONS_PER_ADDRESS),
                address -> AddressRange.anyContains(proxies, address),
                settings.value(ServerSettings.REQUEST_TIMEOUT),
                settings.value(ServerSettings.MIN_BYTES_PER_SECOND));
    }
}
