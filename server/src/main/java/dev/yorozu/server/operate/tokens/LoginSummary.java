package dev.yorozu.server.operate.tokens;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.yorozu.token.Access;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A login by tokens as an operator sees it: nothing in it grants access.
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
public record LoginSummary(
        String id,
        Optional<String> device,
        Optional<String> deviceName,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String client,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String os,
        Instant began,
        Instant issued,
        Instant ends,
        List<Access> access) {
    public LoginSummary {
        access = List.copyOf(access);
    }

    /** The device as people tell it apart. */
    public String deviceText() {
        return deviceName.filter(name -> !name.isEmpty()).or(() -> device).orElse("–");
    }
}
