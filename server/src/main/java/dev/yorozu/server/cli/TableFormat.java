package dev.yorozu.server.cli;

/** How a command prints its answer: for people or for programs. */
enum TableFormat {
    TABLE,
    JSON
}
