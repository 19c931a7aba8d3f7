package dev.yorozu.server.operate.backup.format;

import dev.yorozu.store.ValueType;

/** The names of types in files and interfaces, which must never change. */
public final class TypeName {
    private TypeName() {}

    public static String of(ValueType type) {
        return switch (type) {
            case STRING -> "string";
            case SET -> "set";
            case RANK -> "rank";
            case LIST -> "list";
            case HASH -> "hash";
        };
    }

    /** The type behind a name; throws {@link IllegalArgumentException} when there is none. */
    public static ValueType type(String name) {
        for (ValueType type : ValueType.values()) {
            if (of(type).equals(name)) {
                return type;
            }
        }
        throw new IllegalArgumentException("There is no such type");
    }
}
