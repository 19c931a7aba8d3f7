package dev.yorozu.server.http.listener;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Headers that say how long a body is: for the short ones, which most are, each made once. */
final class ContentLengths {
    private static final int SHORT = 2048;

    private static final AtomicReferenceArray<@Nullable Header> KNOWN = new AtomicReferenceArray<>(SHORT);

    private ContentLengths() {}

    static Header of(int length) {
        if (length >= SHORT) {
            return make(length);
        }
        Header known = KNOWN.get(length);
        if (known == null) {
            known = make(length);
            KNOWN.set(length, known);
        }
        return known;
    }

    private static Header make(int length) {
        return HeaderValues.createCached(HeaderNames.CONTENT_LENGTH, Integer.toString(length));
    }
}
