package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Device;
import dev.yorozu.token.Issued;

/** A pair of tokens that was issued to a device. */
record DeviceLogin(Issued issued, Device.Seen device) {
    String publicId() {
        return device.device().publicId().toString();
    }
}
