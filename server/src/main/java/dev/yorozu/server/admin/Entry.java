package dev.yorozu.server.admin;

import dev.yorozu.server.backup.Part;
import dev.yorozu.store.Life;
import dev.yorozu.store.ValueType;
import java.util.Optional;

/**
 * A key as an operator sees it.
 *
 * @param name redacted unless revealed
 * @param pattern the declaration that describes it; empty when the product does not write such keys
 * @param size how many elements the value has; one for a string
 * @param bytes about how much room it takes
 * @param value its first elements; empty when none were asked for, or when they are secret
 * @param secret whether the value is declared secret, as all are that are not declared at all
 */
public record Entry(
        String name,
        Optional<String> pattern,
        ValueType type,
        Life life,
        long size,
        long bytes,
        Optional<Part> value,
        boolean secret) {}
