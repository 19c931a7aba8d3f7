package dev.yorozu.server.demo.patreon;

/** How somebody spends tokens of their quota. */
@FunctionalInterface
public interface Spending {
    /** False when nobody of this id has signed in yet, so that there is no profile to write it down for. */
    boolean spend(String user, long tokens);
}
