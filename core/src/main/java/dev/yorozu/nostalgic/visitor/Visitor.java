package dev.yorozu.nostalgic.visitor;

/**
 * Who uses a service, as far as a request tells.
 *
 * @param address where the request comes from
 * @param userAgent what the browser calls itself; empty when it says nothing
 */
public record Visitor(String address, String userAgent) {
    /** Shows nothing: an address is personal. */
    @Override
    public String toString() {
        return "Visitor";
    }
}
