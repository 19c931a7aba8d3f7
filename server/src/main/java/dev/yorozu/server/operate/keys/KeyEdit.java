package dev.yorozu.server.operate.keys;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.yorozu.store.Bytes;
import java.time.Duration;
import java.util.Optional;

/** A change of one key that an operator wants. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "change")
@JsonSubTypes({
    @Type(value = KeyEdit.Set.class, name = "set"),
    @Type(value = KeyEdit.Expire.class, name = "expire"),
    @Type(value = KeyEdit.Persist.class, name = "persist")
})
public sealed interface KeyEdit {
    String name();

    /** Whether the operator insists, although the keyspace advises against it. */
    boolean force();

    /**
     * Sets a string.
     *
     * @param life empty to keep the life that the key has, or to give a new one what its pattern declares
     */
    record Set(
            String name,
            Bytes value,
            @JsonProperty("lifeMillis") Optional<Duration> life,
            boolean force) implements KeyEdit {}

    /** Lets a key of any type end so long from now. */
    record Expire(String name, @JsonProperty("lifeMillis") Duration life, boolean force) implements KeyEdit {}

    /** Takes the end from a key of any type. */
    record Persist(String name, boolean force) implements KeyEdit {}
}
