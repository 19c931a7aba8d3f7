package dev.yorozu.server.systems.patreon;

/**
 * Where a call comes from, in the forms that may be kept.
 *
 * @param id a digest that stands for the address
 * @param subject the address as limits count it, fit for a key
 */
record Client(String id, String subject) {}
