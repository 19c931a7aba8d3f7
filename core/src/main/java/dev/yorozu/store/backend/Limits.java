package dev.yorozu.store.backend;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.util.List;

/**
 * The sizes a store accepts. Every store holds to the same ones, whatever its engine could take.
 *
 * @param keyBytes the longest key name, in UTF-8
 * @param valueBytes the longest value, member or field
 * @param batchOperations the most guards, writes and elements in one batch
 * @param reads the most questions in one {@link dev.yorozu.store.Store#readAll}
 */
public record Limits(int keyBytes, int valueBytes, int batchOperations, int reads) {
    public static final Limits DEFAULT = new Limits(1024, 1024 * 1024, 1024, 1024);

    public Limits {
        if (keyBytes < 16 || valueBytes < 1024 || batchOperations < 8 || reads < 8) {
            throw new IllegalArgumentException(
                    "Limits must allow 16-byte keys, 1 KiB values, 8 operations and 8 reads");
        }
    }

    /** Throws {@link StoreException.LimitExceeded} when the batch is too large in any way. */
    public void check(Batch batch) {
        require("operations in a batch", batch.operations(), batchOperations);
        for (Guard guard : batch.guards()) {
            check(guard.key());
            switch (guard) {
                case Guard.EqualTo equal -> checkValue(equal.value());
                case Guard.Member member -> checkValue(member.member());
                case Guard.NotMember member -> checkValue(member.member());
                case Guard.Absent absent -> {}
                case Guard.Present present -> {}
                case Guard.Behind behind -> checkValue(behind.member());
                case Guard.Within within -> checkValue(within.member());
                case Guard.SizeBelow size -> {}
                case Guard.AtLeast least -> {}
                case Guard.ElementAt at -> checkValue(at.element());
            }
        }
        batch.writes().forEach(this::check);
    }

    /** Throws {@link StoreException.LimitExceeded} when the write names or carries something too large. */
    public void check(Write write) {
        check(write.key());
        checkValues(write);
    }

    /** Throws {@link StoreException.LimitExceeded} when the question names something too large. */
    public void check(Read<?> read) {
        check(read.key());
    }

    public void check(List<? extends Read<?>> all) {
        require("questions in one read", all.size(), reads);
        for (Read<?> read : all) {
            check(read);
        }
    }

    private void checkValues(Write write) {
        switch (write) {
            case Write.Put put -> checkValue(put.value());
            case Write.SetAdd add -> checkValues(add.members());
            case Write.SetRemove remove -> checkValues(remove.members());
            case Write.RankAdd add -> checkValue(add.member());
            case Write.RankRemove remove -> checkValues(remove.members());
            case Write.ListPush push -> checkValues(push.values());
            case Write.ListSet set -> checkValue(set.value());
            case Write.ListRemove remove -> checkValue(remove.value());
            case Write.ListReplace replace -> {
                checkValue(replace.value());
                checkValue(replace.replacement());
            }
            case Write.Amend amend -> amend.changes().forEach(change -> checkValue(change.source()));
            case Write.HashPut put -> {
                checkValue(put.field());
                checkValue(put.value());
            }
            case Write.HashRemove remove -> checkValues(remove.fields());
            case Write.Delete delete -> {}
            case Write.Take take -> {}
            case Write.Add add -> {}
            case Write.Expire expire -> {}
            case Write.Prolong prolong -> {}
            case Write.RankTrim trim -> {}
            case Write.RankDrop drop -> {}
            case Write.HashTrim trim -> {}
            case Write.ListTrim trim -> {}
            case Write.Throttle throttle -> {}
        }
    }

    /** Throws {@link StoreException.LimitExceeded} when the name is too long. */
    public void check(Key key) {
        String name = key.name();
        // A character takes at most three bytes for each of its UTF-16 units, so short names need no counting.
        if (name.length() * 3L > keyBytes) {
            require("bytes in a key", key.bytes().length, keyBytes);
        }
    }

    private void checkValue(Write.Amend.Source source) {
        if (source instanceof Write.Amend.Literal literal) {
            checkValue(literal.json());
        }
    }

    private void checkValues(List<Bytes> values) {
        for (Bytes value : values) {
            checkValue(value);
        }
    }

    private void checkValue(Bytes value) {
        require("bytes in a value", value.length(), valueBytes);
    }

    private static void require(String what, int found, int allowed) {
        if (found > allowed) {
            throw new StoreException.LimitExceeded("Too many " + what + ": " + found + ", at most " + allowed);
        }
    }
}
