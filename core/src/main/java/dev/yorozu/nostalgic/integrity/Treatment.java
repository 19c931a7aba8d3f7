package dev.yorozu.nostalgic.integrity;

/** What is done about what is found. */
enum Treatment {
    NONE,
    /** Repairs what can be repaired without doubt. */
    REPAIR,
    /** Removes what leads nowhere, belongs to nobody or cannot be read, and leaves other damage alone. */
    CLEAR
}
