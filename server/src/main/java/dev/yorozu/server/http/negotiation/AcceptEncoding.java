package dev.yorozu.server.http.negotiation;

import java.util.Optional;

/** What a client says of the encodings that it takes. */
public final class AcceptEncoding {
    private AcceptEncoding() {}

    /** Whether a value of the header takes gzip, and wants it no less than the plain form. */
    public static boolean takesGzip(String header) {
        Optional<Double> gzip = Optional.empty();
        double other = 0;
        double plain = 0;
        for (Weighted each : Weighted.list(header)) {
            switch (each.name()) {
                case "gzip", "x-gzip" -> gzip = Optional.of(each.weight());
                case "*" -> other = each.weight();
                case "identity" -> plain = each.weight();
                default -> {}
            }
        }
        double weight = gzip.orElse(other);
        return weight > 0 && weight >= plain;
    }
}
