package dev.yorozu.account;

/**
 * A device as it shows itself at a sign-in or a refresh. Texts that it does not tell are empty.
 *
 * <p>Type, system, name and client say which device it is; the rest is what is remembered of this time.
 *
 * @param client the program, without its version; see {@link UserAgent}
 */
public record DeviceSighting(
        DeviceType type,
        OperatingSystem os,
        String name,
        String client,
        String appVersion,
        String timezone,
        String location,
        MaskedAddress address) {
    public DeviceSighting {
        name = Field.DEVICE_NAME.checked(name);
        client = Field.CLIENT.checked(client);
        appVersion = Field.APP_VERSION.checked(appVersion);
        timezone = Field.TIMEZONE.checked(timezone);
        location = Field.LOCATION.checked(location);
    }
}
