package dev.yorozu.server.operate.backup.format;

import dev.yorozu.store.backend.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * What a whole backup holds, as far as it must be known before anything is restored.
 *
 * @param files the names of its key files
 */
public record Summary(Manifest manifest, long keys, List<TableSummary> tables, List<String> files) {
    /** Far more than there are, so that a crafted file cannot fill the memory with names. */
    private static final int MOST_NAMES = 1024;

    public Summary {
        tables = List.copyOf(tables);
        files = List.copyOf(files);
    }

    public long rows() {
        return tables.stream().mapToLong(TableSummary::rows).sum();
    }

    /**
     * One table.
     *
     * @param greatestId the greatest number in its column {@code id}; 0 where there is none
     */
    public record TableSummary(Line.Table table, long rows, long greatestId) {}

    /** Sums lines up, and throws {@link DamagedBackup} for what a store with these limits does not take. */
    static final class Counting implements Consumer<Line> {
        private final Limits limits;
        private final List<TableSummary> tables = new ArrayList<>();
        private final List<String> files = new ArrayList<>();
        private long keys;

        Counting(Limits limits) {
            this.limits = limits;
        }

        Summary summary(Manifest manifest) {
            return new Summary(manifest, keys, tables, files);
        }

        @Override
        public void accept(Line line) {
            switch (line) {
                case Line.Start start -> {
                    keys++;
                    require("key", start.key().bytes().length, limits.keyBytes());
                    check(start.part());
                }
                case Line.More more -> check(more.part());
                case Line.Table table -> add(tables, new TableSummary(table, 0, 0));
                case Line.Row row -> tables.add(counted(tables.removeLast(), row));
                case Line.KeyFile file -> add(files, file.name());
                case Line.Header header -> throw new IllegalStateException("The reader lets no second header pass");
                case Line.End end -> throw new IllegalStateException("The reader keeps the end to itself");
            }
        }

        private static TableSummary counted(TableSummary before, Line.Row row) {
            long greatest = before.greatestId();
            List<Line.Column> columns = before.table().columns();
            for (int i = 0; i < columns.size(); i++) {
                JsonNode value = row.values().get(i);
                if (columns.get(i).name().equals("id") && value.isIntegralNumber()) {
                    greatest = Math.max(greatest, value.longValue());
                }
            }
            return new TableSummary(before.table(), before.rows() + 1, greatest);
        }

        private static <T> void add(List<T> all, T one) {
            if (all.size() == MOST_NAMES) {
                throw new DamagedBackup("The backup is damaged: it holds more tables or files than there can be");
            }
            all.add(one);
        }

        private void check(Part part) {
            part.values().forEach(value -> require("value", value.length(), limits.valueBytes()));
        }

        private static void require(String what, int length, int allowed) {
            if (length > allowed) {
                throw new DamagedBackup("The backup does not fit this store: it holds a " + what + " of " + length
                        + " bytes, and the limit is set to " + allowed);
            }
        }
    }
}
