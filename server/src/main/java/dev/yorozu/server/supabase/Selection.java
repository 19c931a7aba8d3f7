package dev.yorozu.server.supabase;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Which rows of a table are meant, and which of their columns are answered, as an address says it.
 *
 * <p>Outside lists, PostgREST takes the value of a filter as it is, from the operator's dot to the end of the parameter:
 * commas, brackets and quotes mean nothing there, and quotes around a value would belong to it. So each value is encoded
 * for the address, and nothing in it can end the parameter.
 *
 * @param path the table and its parameters, encoded
 */
record Selection(String path) {
    static Selection of(String table) {
        return new Selection("/rest/v1/" + table);
    }

    Selection equal(String column, String value) {
        return and(column, "eq." + value);
    }

    Selection unequal(String column, String value) {
        return and(column, "neq." + value);
    }

    Selection absent(String column) {
        return and(column, "is.null");
    }

    Selection columns(String names) {
        return and("select", names);
    }

    /** The rows with the largest values of a column, the largest first. */
    Selection largest(String column, int limit) {
        return and("order", column + ".desc").and("limit", Integer.toString(limit));
    }

    /** The column that tells whether a row to insert is there already. */
    Selection unlessThere(String column) {
        return and("on_conflict", column);
    }

    private Selection and(String name, String value) {
        String encoded = URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
        return new Selection(path + (path.contains("?") ? "&" : "?") + name + "=" + encoded);
    }
}
