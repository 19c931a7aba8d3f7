package dev.yorozu.nostalgic;

import dev.yorozu.secret.Digests;
import java.text.Normalizer;
import java.util.regex.Pattern;

/**
 * The public name of a service, such as {@code example-100680ad}: the first label of the host and the beginning of the
 * SHA-256 of the address. Where another address has the same beginning, the name goes on: {@code
 * example-100680ad-9946d0c9}.
 */
public final class ServiceId {
    /** How many names an address can have, each longer than the last. */
    static final int LENGTHS = 6;

    private static final int PIECE = 8;
    private static final int LONGEST = 128;
    private static final Pattern LABEL = Pattern.compile("[a-z0-9-]{1,63}");
    private static final Pattern MARKS = Pattern.compile("\\p{M}+");

    private ServiceId() {}

    /** Whether a text has the form of a service's name: {@code [a-z0-9-]+-[a-f0-9]{8}}. */
    public static boolean isValid(String text) {
        int hash = text.length() - PIECE;
        if (hash < 2 || text.length() > LONGEST || text.charAt(hash - 1) != '-') {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean hexadecimal = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
            if (!hexadecimal && (i >= hash || !((c > 'f' && c <= 'z') || c == '-'))) {
                return false;
            }
        }
        return true;
    }

    /** The shortest name for an address. */
    public static String of(SiteUrl url) {
        return of(url, 0);
    }

    /** A name for an address, so many pieces of its hash longer than the shortest. */
    static String of(SiteUrl url, int longer) {
        String hash = Digests.hex(url.text());
        StringBuilder id = new StringBuilder(label(url.host()));
        for (int piece = 0; piece <= longer; piece++) {
            id.append('-').append(hash, piece * PIECE, (piece + 1) * PIECE);
        }
        return id.toString();
    }

    /** Accents are left out; a label in another script says nothing here and is replaced. */
    private static String label(String host) {
        String bare = host.startsWith("www.") ? host.substring(4) : host;
        int dot = bare.indexOf('.');
        String first = dot < 0 ? bare : bare.substring(0, dot);
        String plain =
                MARKS.matcher(Normalizer.normalize(first, Normalizer.Form.NFD)).replaceAll("");
        return LABEL.matcher(plain).matches() ? plain : "site";
    }
}
