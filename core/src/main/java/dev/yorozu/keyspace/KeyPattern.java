package dev.yorozu.keyspace;

import dev.yorozu.secret.Digests;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One declared kind of key: its name with variable parts, and what lives there. The only source of keys.
 *
 * <p>A name such as {@code counter:{id}:daily:{date}} is literals and parts in turn. Which part is the partition is
 * declared; a pattern without parts, or that is nothing but one, is its own partition. Since no part may hold the first
 * character of the literal behind it, a name can be read in one way only.
 */
public final class KeyPattern {
    /** What a change of a key means to those who check tokens by themselves. */
    public enum Tells {
        /** While the key is there, the token with this id is revoked, or all whose ids begin with it and a dot. */
        REVOKED_TOKEN,
        /** The tokens of this user that were issued before the second that the key holds are dead. */
        USER_BEFORE,
        /** A set of the ids of tokens that count: one that leaves it is dead. */
        LISTED_TOKENS,
        /** The tokens that hang on this session are dead once the key is gone. */
        SESSION
    }

    private final String owner;
    private final String template;
    private final Category category;
    private final ValueType type;
    private final Lifetime lifetime;
    private final Store.Shape shape;
    private final boolean secretValue;
    private final boolean internal;
    private final String about;
    private final @Nullable Tells tells;
    /** Literals before, between and behind the parts: always one more than there are parts; some may be empty. */
    private final List<String> literals;

    private final List<Part> parts;
    /** Which part is the partition; -1 when the whole name is. */
    private final int partition;

    KeyPattern(KeyTable.Declaration declaration, String about, boolean secretValue) {
        owner = declaration.owner;
        template = declaration.template;
        category = declaration.category;
        type = declaration.type;
        lifetime = declaration.lifetime;
        shape = new Store.Shape(type, !(lifetime instanceof Lifetime.Endless), declaration.form);
        if (type != ValueType.STRING && !(declaration.form instanceof Store.Form.Any)) {
            throw new IllegalArgumentException(template + " has a form, which only strings have");
        }
        internal = declaration.internal;
        tells = declaration.tells;
        this.secretValue = secretValue;
        this.about = about;
        parts = declaration.parts;
        literals = literals(template, parts);
        partition = declaration.partition != null ? indexOf(declaration.partition) : usualPartition();
    }

    /** The first part; the whole name where there is no part, or nothing but one. */
    private int usualPartition() {
        return literals.stream().allMatch(String::isEmpty) || parts.isEmpty() ? -1 : 0;
    }

    /** The literals before, between and behind the parts; a template that could be read in two ways is a fault. */
    private static List<String> literals(String template, List<Part> parts) {
        List<String> literals = new ArrayList<>();
        int position = 0;
        for (Part part : parts) {
            String hole = "{" + part.name() + "}";
            int at = template.indexOf(hole, position);
            if (at < 0 || (at == position && position > 0)) {
                throw new IllegalArgumentException(template + " must show " + hole + " after a literal, in order");
            }
            literals.add(template.substring(position, at));
            position = at + hole.length();
        }
        literals.add(template.substring(position));
        for (int i = 0; i < parts.size(); i++) {
            String behind = literals.get(i + 1);
            if (!behind.isEmpty() && parts.get(i).mayHold(behind.charAt(0))) {
                throw new IllegalArgumentException(
                        template + " is ambiguous behind " + parts.get(i).name());
            }
        }
        String bare = String.join("", literals);
        if (bare.indexOf('{') >= 0 || bare.indexOf('}') >= 0) {
            throw new IllegalArgumentException(template + " shows parts that it does not declare");
        }
        return List.copyOf(literals);
    }

    /** The key with these parts. A part that the declaration does not allow is a fault: check what clients send first. */
    public Key key(String... values) {
        Key key = make(values);
        if (key == null) {
            throw new IllegalArgumentException("Not a valid key of the pattern " + template);
        }
        return key;
    }

    /** The key with these parts; empty when the declaration does not allow one of them. */
    public Optional<Key> find(String... values) {
        return Optional.ofNullable(make(values));
    }

    private @Nullable Key make(String... values) {
        if (values.length != parts.size()) {
            throw new IllegalArgumentException(template + " has " + parts.size() + " parts, not " + values.length);
        }
        String[] forms = values;
        for (int i = 0; i < values.length; i++) {
            Part part = parts.get(i);
            if (!part.fits(values[i])) {
                if (!part.anyText()) {
                    return null;
                }
                forms = forms == values ? values.clone() : forms;
                forms[i] = part.form(values[i]);
            }
        }
        return standing(forms);
    }

    /** The key of this name; empty when this pattern describes other names. */
    public Optional<Key> named(String name) {
        int[] places = places(name);
        if (places == null) {
            return Optional.empty();
        }
        return Optional.of(
                partition < 0 ? Key.of(name) : new Key(name, places[2 * partition], places[2 * partition + 1]));
    }

    /** The key in which the parts stand just so. */
    private Key standing(String[] forms) {
        String name = name(forms);
        int start = 0;
        int end = name.length();
        if (partition >= 0) {
            start = literals.getFirst().length();
            for (int i = 0; i < partition; i++) {
                start += forms[i].length() + literals.get(i + 1).length();
            }
            end = start + forms[partition].length();
        }
        return new Key(name, start, end);
    }

    /** Literals and parts in turn; of few parts, as most patterns have, put together without a copy between. */
    private String name(String[] forms) {
        List<String> each = literals;
        return switch (forms.length) {
            case 0 -> each.get(0);
            case 1 -> each.get(0) + forms[0] + each.get(1);
            case 2 -> each.get(0) + forms[0] + each.get(1) + forms[1] + each.get(2);
            case 3 -> each.get(0) + forms[0] + each.get(1) + forms[1] + each.get(2) + forms[2] + each.get(3);
            default -> {
                StringBuilder name = new StringBuilder(each.getFirst());
                for (int i = 0; i < forms.length; i++) {
                    name.append(forms[i]).append(each.get(i + 1));
                }
                yield name.toString();
            }
        };
    }

    /**
     * This pattern with its first part set: one part fewer, and the same keys. For those who keep the keys of one app, where a
     * layout knows nothing of apps.
     */
    public KeyPattern within(String first) {
        Part part = parts.getFirst();
        if (partition == 0 || !part.accepts(first)) {
            throw new IllegalArgumentException("No pattern within " + template + " has this as its " + part.name());
        }
        KeyTable.Declaration narrower = new KeyTable(owner)
                .key(
                        category,
                        template.replace("{" + part.name() + "}", part.form(first)),
                        parts.stream().skip(1).toArray(Part[]::new))
                .type(type)
                .lives(lifetime);
        narrower.form = shape.form();
        narrower.internal = internal;
        narrower.tells = tells;
        narrower.partition = partition().orElse(null);
        return new KeyPattern(narrower, about, secretValue);
    }

    /** The parts of a name that this pattern describes; empty for any other name. */
    public Optional<List<String>> match(String name) {
        int[] places = places(name);
        if (places == null) {
            return Optional.empty();
        }
        List<String> values = new ArrayList<>(parts.size());
        for (int i = 0; i < places.length; i += 2) {
            values.add(name.substring(places[i], places[i + 1]));
        }
        return Optional.of(values);
    }

    /** Whether a key of this name is one of this pattern. */
    public boolean describes(String name) {
        return places(name) != null;
    }

    /** Where each part of a name that this pattern describes begins and ends; null for any other name. */
    private int @Nullable [] places(String name) {
        if (!name.startsWith(literals.getFirst())) {
            return null;
        }
        int[] places = new int[2 * parts.size()];
        int position = literals.getFirst().length();
        for (int i = 0; i < parts.size(); i++) {
            int length = parts.get(i).lengthIn(name, position);
            String literal = literals.get(i + 1);
            if (length < 0 || !name.startsWith(literal, position + length)) {
                return null;
            }
            places[2 * i] = position;
            places[2 * i + 1] = position + length;
            position += length + literal.length();
        }
        return position == name.length() ? places : null;
    }

    /** The name with each secret part replaced by a mark that tells two of them apart and gives neither away. */
    public String redact(String name) {
        List<String> values =
                match(name).orElseThrow(() -> new IllegalArgumentException("Not a name of the pattern " + template));
        StringBuilder shown = new StringBuilder(literals.getFirst());
        for (int i = 0; i < parts.size(); i++) {
            shown.append(parts.get(i).secret() ? mark(values.get(i)) : values.get(i))
                    .append(literals.get(i + 1));
        }
        return shown.toString();
    }

    /** A mark in place of a secret: the same for the same secret, and of no use to anyone. */
    static String mark(String secret) {
        byte[] digest = Digests.sha256(secret.getBytes(StandardCharsets.UTF_8));
        return "~" + HexFormat.of().formatHex(digest, 0, 4);
    }

    public String template() {
        return template;
    }

    /** The system that writes these keys. */
    public String owner() {
        return owner;
    }

    /** What these keys are for. */
    public Category category() {
        return category;
    }

    public ValueType type() {
        return type;
    }

    public Lifetime lifetime() {
        return lifetime;
    }

    /** What a key of this pattern is like when it is there. */
    public Store.Shape shape() {
        return shape;
    }

    public List<Part> parts() {
        return parts;
    }

    /** The name of the part that is the partition; empty when the whole name is. */
    public Optional<String> partition() {
        return partition < 0
                ? Optional.empty()
                : Optional.of(parts.get(partition).name());
    }

    /** What all names of this pattern begin with; may be empty. */
    public String prefix() {
        return literals.getFirst();
    }

    /** What all names begin with whose first part is this; a part that the declaration does not allow is a fault. */
    public String prefix(String first) {
        if (parts.isEmpty() || !parts.getFirst().accepts(first)) {
            throw new IllegalArgumentException("No name of the pattern " + template + " begins so");
        }
        return literals.getFirst() + parts.getFirst().form(first) + literals.get(1);
    }

    /** Whether the value may not be shown: tokens, hashes of secrets, personal records. */
    public boolean secretValue() {
        return secretValue;
    }

    /** Whether some part of the name may not be shown. */
    public boolean secretName() {
        return parts.stream().anyMatch(Part::secret);
    }

    /** Whether only this program writes such keys, so that one from elsewhere means nothing here, or something wrong. */
    public boolean internal() {
        return internal;
    }

    /** What the feed of revocations learns from keys of this pattern; empty for most. */
    public Optional<Tells> tells() {
        return Optional.ofNullable(tells);
    }

    /** What is kept there, in a few words. */
    public String about() {
        return about;
    }

    @Override
    public String toString() {
        return template;
    }

    private int indexOf(String part) {
        int index = parts.stream().map(Part::name).toList().indexOf(part);
        if (index < 0) {
            throw new IllegalArgumentException(template + " has no part " + part);
        }
        return index;
    }
}
