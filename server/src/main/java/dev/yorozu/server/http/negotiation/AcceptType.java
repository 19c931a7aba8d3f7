package dev.yorozu.server.http.negotiation;

/** What a client says of the types of content that it takes. */
public final class AcceptType {
    private AcceptType() {}

    /**
     * Whether a value of the header asks for a page before anything for programs, as browsers do that are to show what
     * comes. A client that takes everything alike is a program.
     */
    public static boolean prefersHtml(String header) {
        double html = 0;
        double json = 0;
        for (Weighted each : Weighted.list(header)) {
            switch (each.name()) {
                // Of two that are wanted alike, the one that is named first.
                case "text/html", "application/xhtml+xml" -> html = each.weight() > json ? each.weight() : html;
                case "application/json", "application/problem+json" ->
                    json = each.weight() > html ? each.weight() : json;
                default -> {}
            }
        }
        return html > json;
    }
}
