package dev.yorozu.command.family;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.MemoryUse;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * INFO: what there is to tell about the server, in Redis's sections and fields. A section that there is not is left out, as in
 * Redis; that of memory also where the client may not know.
 */
final class InfoCommand {
    /** Names that stand for all sections. */
    private static final Set<String> WHOLE = Set.of("DEFAULT", "ALL", "EVERYTHING");

    private static final List<String> UNITS = List.of("B", "K", "M", "G", "T");

    private InfoCommand() {}

    static Reply run(Call call) {
        Set<String> asked = new HashSet<>();
        call.from(1).forEach(part -> asked.add(Call.word(part)));
        boolean whole = asked.isEmpty() || asked.stream().anyMatch(WHOLE::contains);
        StringBuilder text = new StringBuilder();
        sections(call).forEach((name, fields) -> {
            if (whole || asked.contains(name.toUpperCase(Locale.ROOT))) {
                text.append(text.isEmpty() ? "# " : "\r\n# ").append(name).append("\r\n");
                fields.forEach(field -> text.append(field).append("\r\n"));
            }
        });
        return Reply.of(text.toString());
    }

    private static Map<String, List<String>> sections(Call call) {
        Map<String, List<String>> sections = new LinkedHashMap<>();
        sections.put("Server", List.of("redis_version:" + ServerCommands.VERSION, "redis_mode:standalone"));
        call.allKeys().memory().ifPresent(memory -> sections.put("Memory", memory(memory)));
        sections.put("Persistence", List.of("loading:0"));
        sections.put("Replication", List.of("role:master", "connected_slaves:0"));
        sections.put("Cluster", List.of("cluster_enabled:0"));
        return sections;
    }

    private static List<String> memory(MemoryUse memory) {
        return List.of(
                "used_memory:" + memory.used(),
                "used_memory_human:" + readable(memory.used()),
                "maxmemory:" + memory.most(),
                "maxmemory_human:" + readable(memory.most()),
                "maxmemory_policy:noeviction");
    }

    private static String readable(long bytes) {
        double number = bytes;
        int unit = 0;
        while (number >= 1024 && unit < UNITS.size() - 1) {
            number /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + "B" : String.format(Locale.ROOT, "%.2f", number) + UNITS.get(unit);
    }
}
