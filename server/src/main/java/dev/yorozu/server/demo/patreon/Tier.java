package dev.yorozu.server.demo.patreon;

/** What can be paid for at the practice campaign. */
enum Tier {
    PRO("7100001", "Pro", 300),
    PREMIUM("7100002", "Premium", 500),
    ULTIMATE("7100003", "Ultimate", 900);

    private final String id;
    private final String title;
    private final long cents;

    Tier(String id, String title, long cents) {
        this.id = id;
        this.title = title;
        this.cents = cents;
    }

    String id() {
        return id;
    }

    String title() {
        return title;
    }

    long cents() {
        return cents;
    }
}
