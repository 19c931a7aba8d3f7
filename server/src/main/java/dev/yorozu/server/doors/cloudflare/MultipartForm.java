package dev.yorozu.server.doors.cloudflare;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The fields of a form as clients send one that carries files (RFC 7578): any bytes, between boundaries. */
final class MultipartForm {
    static final String MEDIA_TYPE = "multipart/form-data";

    private static final int MOST_PARTS = 8;
    private static final Pattern BOUNDARY =
            Pattern.compile("(?i);\\s*boundary=(?:\"([^\"]{1,70})\"|([^\\s;\"]{1,70}))");
    private static final Pattern NAME =
            Pattern.compile("(?im)^content-disposition:\\s*form-data;(?:[^\\r\\n]*;)?\\s*name=\"?([^\"\\r\\n;]{1,64})");
    private static final String LINE = "\r\n";

    private MultipartForm() {}

    /** The fields by their names, of those that are named twice the last. */
    static Map<String, byte[]> fields(String contentType, byte[] body) {
        Matcher boundary = BOUNDARY.matcher(contentType);
        if (!boundary.find()) {
            throw malformed();
        }
        String delimiter = "--" + (boundary.group(1) == null ? boundary.group(2) : boundary.group(1));
        String text = new String(body, StandardCharsets.ISO_8859_1);
        Map<String, byte[]> fields = new HashMap<>();
        int at = text.startsWith(delimiter) ? delimiter.length() : text.length();
        for (int part = 0; part < MOST_PARTS && text.startsWith(LINE, at); part++) {
            int headers = text.indexOf(LINE + LINE, at);
            int end = headers < 0 ? -1 : text.indexOf(LINE + delimiter, headers + 4);
            Matcher name = NAME.matcher(text.substring(at, Math.max(at, headers)));
            if (end < 0 || !name.find()) {
                throw malformed();
            }
            fields.put(name.group(1), text.substring(headers + 4, end).getBytes(StandardCharsets.ISO_8859_1));
            at = end + LINE.length() + delimiter.length();
        }
        if (!text.startsWith("--", at)) {
            throw malformed();
        }
        return fields;
    }

    private static RuntimeException malformed() {
        return KvErrors.invalid("The form is malformed, or has too many fields: check how it is made.");
    }
}
