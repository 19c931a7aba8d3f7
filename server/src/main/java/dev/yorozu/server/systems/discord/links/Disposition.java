package dev.yorozu.server.systems.discord.links;

import dev.yorozu.link.FileName;
import dev.yorozu.server.net.PercentEncoding;

/**
 * What a download is to be called, as a header says it (RFC 6266): the safe name for readers that know no other, and the
 * full one in UTF-8 (RFC 8187), which goes before it where it is understood.
 */
public final class Disposition {
    /** What RFC 8187 lets stand as it is, beside letters and digits. */
    private static final String PLAIN = "!#$&+-.^_`|~";

    private Disposition() {}

    public static String attachment(FileName name) {
        String full = PercentEncoding.encode(name.full(), Disposition::isPlain);
        return "attachment; filename=\"" + quoted(name.safe()) + "\"; filename*=UTF-8''" + full;
    }

    /** Tokens of other programs may hold any name. */
    private static String quoted(String safe) {
        return safe.replaceAll("[^A-Za-z0-9._-]", "_");
    }

    private static boolean isPlain(int octet) {
        return (octet >= 'a' && octet <= 'z')
                || (octet >= 'A' && octet <= 'Z')
                || (octet >= '0' && octet <= '9')
                || PLAIN.indexOf(octet) >= 0;
    }
}
