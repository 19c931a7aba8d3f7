package dev.yorozu.server.cli.text;

import dev.yorozu.server.operate.backup.format.Part;
import dev.yorozu.server.operate.backup.format.TypeName;
import dev.yorozu.server.operate.keys.Entry;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.ValueType;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A key and its value as people read them; nothing in it can play with the terminal. */
public record ValueText(Entry entry) {
    private static final int SHOWN_BYTES = 256;

    /** Type, size and life in one line. */
    public String outline() {
        String size = entry.type() == ValueType.STRING ? "" : " of " + Amounts.count(entry.size());
        return TypeName.of(entry.type()) + size + ", " + Amounts.bytes(entry.bytes()) + ", "
                + Amounts.life(entry.life());
    }

    public List<String> lines() {
        if (entry.value().isEmpty()) {
            return List.of("(hidden; --reveal shows it)");
        }
        Part part = entry.value().get();
        List<String> lines = new ArrayList<>();
        switch (part) {
            case Part.Text text -> lines.add(printable(text.value()));
            case Part.Members set -> set.members().forEach(member -> lines.add(printable(member)));
            case Part.Elements list -> {
                for (int i = 0; i < list.elements().size(); i++) {
                    lines.add(i + "\t" + printable(list.elements().get(i)));
                }
            }
            case Part.Ranking ranking ->
                ranking.ranked()
                        .forEach(ranked -> lines.add(score(ranked.score()) + "\t" + printable(ranked.member())));
            case Part.Fields hash ->
                hash.fields().forEach(field -> lines.add(printable(field.name()) + "\t" + printable(field.value())));
        }
        if (part.size() < entry.size()) {
            lines.add("… and " + Amounts.count(entry.size() - part.size()) + " more (--limit shows them)");
        }
        return lines;
    }

    private static String score(double score) {
        return score == Math.rint(score) && Math.abs(score) < 1e15
                ? Long.toString((long) score)
                : Double.toString(score);
    }

    /** Text with control characters escaped; other bytes in hexadecimal. */
    public static String printable(Bytes bytes) {
        if (bytes.length() == 0) {
            return "(empty)";
        }
        String text = bytes.text();
        if (Bytes.of(text).equals(bytes)) {
            return printable(text);
        }
        byte[] all = bytes.toArray();
        int shown = Math.min(all.length, SHOWN_BYTES);
        String hex = HexFormat.of().formatHex(all, 0, shown);
        return "0x" + hex + (shown < all.length ? "… (" + Amounts.bytes(all.length) + ")" : "");
    }

    public static String printable(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            int kind = Character.getType(c);
            if (c == '\n') {
                shown.append("\\n");
            } else if (kind == Character.CONTROL || kind == Character.FORMAT || kind == Character.LINE_SEPARATOR) {
                shown.append(String.format("\\u%04x", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }
}
