package dev.yorozu.server.operate.tokens;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * What became of the wish for a new signing key.
 *
 * @param name of the key that signs from now on; empty when none was made
 * @param given whether the settings give the keys, so that nothing was done: the new one is to be given there too
 */
public record NewSigningKey(
        Optional<String> name,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean given) {}
