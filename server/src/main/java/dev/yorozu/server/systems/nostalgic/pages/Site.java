package dev.yorozu.server.systems.nostalgic.pages;

import java.time.ZoneId;

/**
 * What the pages know of the system that they belong to.
 *
 * @param api its mount; empty for the origin
 * @param loopback whether pages on this machine may have services too
 * @param zone the one whose days are counted
 */
public record Site(String api, boolean loopback, ZoneId zone) {
    private static final String SECURE = "https://.+";
    private static final String HERE = "http://(localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[::1\\])([:\\/?#].*)?";

    /** What the address of a page must look like, as a browser checks a field. */
    public String addresses() {
        return loopback ? SECURE + "|" + HERE : SECURE;
    }

    /** Where the script of an element is. */
    public String script(Gadget gadget) {
        return api + "/components/" + gadget.path() + ".js";
    }
}
