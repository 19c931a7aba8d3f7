package dev.yorozu.command;

import dev.yorozu.command.call.Reply;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;

/** A key that is in another shape than its declaration says. */
public record Violation(KeyPattern pattern, Key key, Store.Flaw flaw) {
    /** The refusal of a step that would have left the key so: the declaration, and what to do instead. */
    Reply reply() {
        return Reply.error("SCHEMA " + pattern.template() + " is declared as " + declared() + ": " + advice());
    }

    private String declared() {
        Store.Shape shape = pattern.shape();
        String value = pattern.type() == ValueType.STRING
                ? switch (shape.form()) {
                    case Store.Form.Any any -> "a string";
                    case Store.Form.Number number -> "a whole number";
                    case Store.Form.Json json ->
                        "an object of JSON"
                                + (json.fields().isEmpty() ? "" : " with " + String.join(", ", json.fields()));
                }
                : switch (pattern.type()) {
                    case SET -> "a set";
                    case RANK -> "a sorted set";
                    case LIST -> "a list";
                    case HASH -> "a hash";
                    case STRING -> throw new IllegalStateException("Told above");
                };
        return value + (shape.ends() ? " that ends" : " that does not end");
    }

    private String advice() {
        boolean string = pattern.type() == ValueType.STRING;
        return switch (flaw) {
            case TYPE ->
                "use "
                        + switch (pattern.type()) {
                            case STRING -> "SET";
                            case SET -> "SADD";
                            case RANK -> "ZADD";
                            case LIST -> "RPUSH";
                            case HASH -> "HSET";
                        };
            case LIFE ->
                !pattern.shape().ends()
                        ? "leave it without an expiry"
                        : string ? "use SET … EX, or EXPIRE in the same MULTI" : "use EXPIRE in the same MULTI";
            case FORM -> "write a value of that form";
        };
    }
}
