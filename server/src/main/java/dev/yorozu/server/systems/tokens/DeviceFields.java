package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.DeviceSighting;
import dev.yorozu.account.DeviceType;
import dev.yorozu.account.Field;
import dev.yorozu.account.OperatingSystem;
import dev.yorozu.account.UserAgent;
import dev.yorozu.server.access.Client;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import java.util.Optional;

/**
 * What a client tells of the device it runs on.
 *
 * <p>Its address is the one that the connection came from. The one that it declares is read for its form and not
 * believed: anybody can write there what they like.
 */
final class DeviceFields {
    private static final int LONGEST_ADDRESS = 45;

    private DeviceFields() {}

    /** A device that signs in: it must say what it is. */
    static DeviceSighting required(Call call, Fields fields, Client client) {
        Optional<DeviceType> type = type(fields);
        Optional<OperatingSystem> os = os(fields);
        fields.isFine("deviceType", type.isPresent(), "is required");
        fields.isFine("os", os.isPresent(), "is required");
        return sighting(call, fields, client, type, os);
    }

    /** A device that is known already: it may say something new of itself. */
    static DeviceSighting optional(Call call, Fields fields, Client client) {
        return sighting(call, fields, client, type(fields), os(fields));
    }

    private static Optional<DeviceType> type(Fields fields) {
        return fields.choice("deviceType", DeviceType.class, TokensJson::spelled);
    }

    private static Optional<OperatingSystem> os(Fields fields) {
        return fields.choice("os", OperatingSystem.class, TokensJson::spelled);
    }

    private static DeviceSighting sighting(
            Call call, Fields fields, Client client, Optional<DeviceType> type, Optional<OperatingSystem> os) {
        fields.text("ipAddress", LONGEST_ADDRESS);
        String agent = text(fields, Field.USER_AGENT);
        return new DeviceSighting(
                type.orElse(DeviceType.OTHER),
                os.orElse(OperatingSystem.UNKNOWN),
                text(fields, Field.DEVICE_NAME),
                UserAgent.of(agent.isEmpty() ? call.header("User-Agent").orElse("") : agent)
                        .client(),
                text(fields, Field.APP_VERSION),
                text(fields, Field.TIMEZONE),
                text(fields, Field.LOCATION),
                client.masked());
    }

    private static String text(Fields fields, Field field) {
        Optional<String> text = fields.text(field.label(), field.longest());
        boolean fine = text.isEmpty() || fields.isFine(field.label(), field.accepts(text.get()), "cannot be kept");
        return fine ? text.orElse("") : "";
    }
}
