package dev.yorozu.server.operate.backup;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.yorozu.server.operate.backup.format.Section;
import java.util.Set;

/** What comes of asking for a restore. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({
    @JsonSubTypes.Type(Restored.class),
    @JsonSubTypes.Type(Restoration.Occupied.class),
    @JsonSubTypes.Type(Restoration.Refused.class)
})
public sealed interface Restoration permits Restored, Restoration.Occupied, Restoration.Refused {
    /** Nothing was changed, because there is something already where these sections would go, and it was not forced. */
    record Occupied(@JsonIgnore Set<Section> sections) implements Restoration {
        public Occupied {
            sections = Set.copyOf(sections);
        }

        /** A server keeps everything but its store to itself, so nothing else can be in the way there. */
        @JsonCreator
        static Occupied of(@JsonProperty("notEmpty") boolean notEmpty) {
            return new Occupied(Set.of(Section.STORE));
        }

        @JsonProperty
        boolean notEmpty() {
            return true;
        }
    }

    /** Nothing was changed, because this backup cannot be restored like this. */
    record Refused(@JsonProperty("refused") String sentence) implements Restoration {}
}
