package dev.yorozu.server.cli.command;

/** What a command ends with. */
public final class Status {
    public static final int DONE = 0;

    /** It refused, or found something that should not be. */
    public static final int REFUSED = 1;

    /** A wrong use, or it cannot start like this. */
    public static final int WRONG = 2;

    private Status() {}
}
