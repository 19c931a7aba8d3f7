package dev.yorozu.server.systems.nostalgic.pages;

import dev.yorozu.nostalgic.Kind;

/** A kind of service as people meet it: by the path that answers it and the element that shows it. */
public enum Gadget {
    COUNTER(Kind.COUNTER, "visit", "nostalgic-counter"),
    LIKE(Kind.LIKE, "like", "nostalgic-like"),
    RANKING(Kind.RANKING, "ranking", "nostalgic-ranking"),
    BOARD(Kind.BOARD, "bbs", "nostalgic-bbs");

    private final Kind kind;
    private final String path;
    private final String element;

    Gadget(Kind kind, String path, String element) {
        this.kind = kind;
        this.path = path;
        this.element = element;
    }

    public Kind kind() {
        return kind;
    }

    /** What it is called in addresses: that of its interface, and that of the script with its element. */
    public String path() {
        return path;
    }

    public String element() {
        return element;
    }
}
