package dev.yorozu.nostalgic;

import dev.yorozu.date.Iso;
import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Write.Amend;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Changes of single fields of a service's record. */
public final class Fields {
    private Fields() {}

    public static Amend.Change text(String name, String value) {
        return new Amend.Change(List.of(name), literal(Document.empty().with(name, value), name));
    }

    public static Amend.Change number(String name, long value) {
        return new Amend.Change(List.of(name), new Amend.Literal(Bytes.of(value)));
    }

    public static Amend.Change instant(String name, Instant value) {
        return new Amend.Change(List.of(name), new Amend.Literal(Bytes.of('"' + Iso.text(value) + '"')));
    }

    public static Amend.Change object(String name, Document value) {
        return new Amend.Change(List.of(name), new Amend.Literal(value.bytes()));
    }

    /** The count or number of elements that another key of the batch holds by then. */
    public static Amend.Change tally(String name, Key counted) {
        return new Amend.Change(List.of(name), new Amend.Tally(counted));
    }

    /** One change for each field of an object that lies in a field of the record. */
    public static List<Amend.Change> below(String parent, Document fields) {
        List<Amend.Change> changes = new ArrayList<>();
        for (String name : fields.names()) {
            changes.add(new Amend.Change(List.of(parent, name), literal(fields, name)));
        }
        return changes;
    }

    /** The value of one field, as JSON: what stands in an object of this field alone behind its name. */
    private static Amend.Literal literal(Document fields, String name) {
        byte[] alone = fields.only(name).json();
        int start = name.length() + 4; // Behind {"name":
        return new Amend.Literal(Bytes.wrap(alone, start, alone.length - start - 1));
    }
}
