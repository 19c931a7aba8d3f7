package dev.yorozu.nostalgic;

import dev.yorozu.store.Bytes;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Records that were read lately, and what they say. What is kept is used for the very same bytes alone, so it is never
 * another than what would be read.
 */
final class ParsedServices {
    private static final int PLACES = 4096;
    /** Larger ones are rare, and not worth their memory. */
    private static final int MOST_BYTES = 2048;

    private final Kind kind;
    private final AtomicReferenceArray<Parsed> places = new AtomicReferenceArray<>(PLACES);

    ParsedServices(Kind kind) {
        this.kind = kind;
    }

    private record Parsed(String id, Bytes record, Optional<Service> service) {}

    Optional<Service> parse(String id, Bytes record) {
        int place = id.hashCode() & (PLACES - 1);
        Parsed known = places.get(place);
        if (known != null && known.id().equals(id) && known.record().equals(record)) {
            return known.service();
        }
        Optional<Service> service = Service.parse(kind, id, record);
        if (record.length() <= MOST_BYTES) {
            places.set(place, new Parsed(id, record, service));
        }
        return service;
    }
}
