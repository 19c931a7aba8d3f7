package dev.yorozu.command;

/** What happens when a step leaves a declared key in another shape than its declaration says. */
public enum SchemaMode {
    /** Nothing; it is not looked at. */
    OFF,
    /** It is told to the observer. */
    WARN,
    /** The step is undone whole, and refused. */
    ENFORCE
}
