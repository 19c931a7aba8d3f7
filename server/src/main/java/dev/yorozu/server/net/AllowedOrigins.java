package dev.yorozu.server.net;

import java.util.List;
import java.util.Optional;

/**
 * Whose pages may read replies.
 *
 * @param all whether those of every origin may
 */
public record AllowedOrigins(boolean all, List<Origin> origins) {
    /** Nobody's. */
    public static final AllowedOrigins NONE = new AllowedOrigins(false, List.of());

    private static final String ALL = "*";

    public AllowedOrigins {
        origins = List.copyOf(origins);
    }

    /** Reads origins with commas between them, or an asterisk for all; empty for anything else. */
    public static Optional<AllowedOrigins> parse(String text) {
        if (text.strip().equals(ALL)) {
            return Optional.of(new AllowedOrigins(true, List.of()));
        }
        List<Optional<Origin>> each = List.of(text.split(",", -1)).stream()
                .map(String::strip)
                .map(Origin::exactly)
                .toList();
        return each.stream().allMatch(Optional::isPresent)
                ? Optional.of(new AllowedOrigins(
                        false, each.stream().flatMap(Optional::stream).toList()))
                : Optional.empty();
    }

    /** The value of {@code Access-Control-Allow-Origin} for what a page says that its origin is; empty for others. */
    public Optional<String> allowance(String origin) {
        if (all) {
            return Optional.of(ALL);
        }
        return Origin.exactly(origin).filter(origins::contains).map(known -> origin);
    }
}
