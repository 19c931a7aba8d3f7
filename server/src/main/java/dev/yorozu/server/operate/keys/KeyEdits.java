package dev.yorozu.server.operate.keys;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Lifetime;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.server.operate.backup.format.TypeName;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Changes keys at an operator's wish, as far as the declared keyspace allows it, and writes each change down.
 *
 * <p>Each change is one guarded batch: that the key is there, or is not, holds at the moment of the change. What is refused
 * without force is what would make the systems wrong: keys that only Yorozu writes, keys that end where none may, or never
 * where all do, or later than any that a system makes. A type other than the declared one is refused in any case.
 */
record KeyEdits(Store store, Schema schema, AuditLog audit, InstantSource clock) {
    private static final String OPERATOR = "operator";
    private static final String INSIST = ": --force does it all the same";

    KeyChange change(KeyEdit edit) {
        Key key = schema.key(edit.name());
        Optional<KeyPattern> pattern = schema.match(edit.name());
        Optional<String> objection =
                edit.force() ? Optional.empty() : pattern.flatMap(each -> objection(each, edit, key));
        if (objection.isPresent()) {
            return KeyChange.not(objection.get() + INSIST);
        }
        KeyChange change = switch (edit) {
            case KeyEdit.Set set -> set(key, pattern, set);
            case KeyEdit.Expire expire -> existing(key, Expiry.after(expire.life()));
            case KeyEdit.Persist persist -> existing(key, Expiry.never());
        };
        if (change.changed()) {
            audited(word(edit), schema.redact(edit.name()));
        }
        return change;
    }

    /** Writes down what an operator did to keys. */
    void audited(String action, String shown) {
        audit.append(Event.of(clock.instant(), Kind.KEY, "yorozu", action)
                .by(Optional.of(OPERATOR))
                .from(OPERATOR)
                .about(shown, shown));
    }

    private KeyChange set(Key key, Optional<KeyPattern> pattern, KeyEdit.Set set) {
        Optional<ValueType> there = store.type(key);
        ValueType type = there.or(() -> pattern.map(KeyPattern::type)).orElse(ValueType.STRING);
        if (type != ValueType.STRING) {
            return KeyChange.not("A key of this name holds a " + TypeName.of(type) + ", and only strings can be set");
        }
        Expiry expiry =
                set.life().map(Expiry::after).orElseGet(() -> there.isPresent() ? Expiry.keep() : declared(pattern));
        // That it is still what was found: a set or a list that came meanwhile must not be overwritten.
        Guard unchanged = store.get(key).map(found -> Guard.equalTo(key, found)).orElseGet(() -> Guard.absent(key));
        Commit commit = store.commit(
                Batch.builder().require(unchanged).put(key, set.value(), expiry).build());
        return commit instanceof Commit.Applied
                ? KeyChange.made(true)
                : KeyChange.not("The key changed at the same moment, and was left as it is");
    }

    private KeyChange existing(Key key, Expiry expiry) {
        Batch batch =
                Batch.builder().require(Guard.present(key)).expire(key, expiry).build();
        return KeyChange.made(store.commit(batch).applied());
    }

    private static Expiry declared(Optional<KeyPattern> pattern) {
        return pattern.map(KeyPattern::lifetime)
                .filter(Lifetime.Lasting.class::isInstance)
                .map(lifetime -> Expiry.after(((Lifetime.Lasting) lifetime).length()))
                .orElseGet(Expiry::never);
    }

    private Optional<String> objection(KeyPattern pattern, KeyEdit edit, Key key) {
        if (pattern.internal()) {
            return Optional.of("Only Yorozu writes keys such as " + pattern);
        }
        return switch (edit) {
            case KeyEdit.Set set
            when set.life().isPresent() -> tooLong(pattern, set.life().get());
            case KeyEdit.Set set -> endless(pattern, store.type(key).isEmpty());
            case KeyEdit.Expire expire -> tooLong(pattern, expire.life());
            case KeyEdit.Persist persist ->
                pattern.lifetime() instanceof Lifetime.Endless
                        ? Optional.empty()
                        : Optional.of("Keys such as " + pattern + " always end ("
                                + pattern.lifetime().describe() + ")");
        };
    }

    private static Optional<String> tooLong(KeyPattern pattern, Duration life) {
        return switch (pattern.lifetime()) {
            case Lifetime.Endless endless -> Optional.of("Keys such as " + pattern + " never end by themselves");
            case Lifetime.Lasting lasting
            when life.compareTo(lasting.length()) > 0 ->
                Optional.of("Keys such as " + pattern + " live " + lasting.describe() + " at most");
            case Lifetime.Lasting lasting -> Optional.empty();
            case Lifetime.Until until -> Optional.empty();
        };
    }

    /** A new key takes the life that its pattern declares, unless each has an end of its own. */
    private static Optional<String> endless(KeyPattern pattern, boolean isNew) {
        return isNew && pattern.lifetime() instanceof Lifetime.Until until
                ? Optional.of(
                        "Keys such as " + pattern + " live " + until.describe() + ", so that a new one needs --ttl")
                : Optional.empty();
    }

    private static String word(KeyEdit edit) {
        return switch (edit) {
            case KeyEdit.Set set -> "set";
            case KeyEdit.Expire expire -> "expire";
            case KeyEdit.Persist persist -> "persist";
        };
    }
}
