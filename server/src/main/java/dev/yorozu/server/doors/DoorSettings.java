package dev.yorozu.server.doors;

import dev.yorozu.command.SchemaMode;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.SettingsGroup;
import java.util.List;

/** What holds for all doors. */
public final class DoorSettings {
    public static final SettingsGroup GROUP = new SettingsGroup("Doors");

    public static final Setting<SchemaMode> SCHEMA = GROUP.of(
            "doors.schema",
            SettingType.choice(List.of(SchemaMode.OFF, SchemaMode.WARN, SchemaMode.ENFORCE)),
            "warn",
            "What happens when a client of a door leaves a declared key with another type, life or form than `keyspace.md`"
                    + " says: nothing (`off`), it is counted (`warn`), or it is undone and refused (`enforce`).");

    private DoorSettings() {}
}
