package dev.yorozu.server.admin.tokens;

import dev.yorozu.token.Access;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A login by tokens as an operator sees it: nothing in it lets anybody in.
 *
 * @param id the public id
 * @param device the public id of the device
 * @param deviceName what its owner calls it, or the program on it, where the directory knows the device
 * @param client the program on it; empty where that is not known
 * @param os what that runs on; empty where it is not known
 * @param began when the user signed in
 * @param issued when the current refresh token was issued
 * @param ends when it ends
 * @param access the access tokens that have not ended by themselves
 */
public record LoginLine(
        String id,
        Optional<String> device,
        Optional<String> deviceName,
        String client,
        String os,
        Instant began,
        Instant issued,
        Instant ends,
        List<Access> access) {
    public LoginLine {
        access = List.copyOf(access);
    }

    /** The device as people tell it apart. */
    public String deviceText() {
        return deviceName.filter(name -> !name.isEmpty()).or(() -> device).orElse("–");
    }
}
