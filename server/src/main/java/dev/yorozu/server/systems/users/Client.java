package dev.yorozu.server.systems.users;

import dev.yorozu.account.MaskedAddress;

/**
 * Where a call comes from, in the forms that may be kept.
 *
 * @param id a digest that stands for the address
 * @param masked the address, masked
 * @param shown the address as sessions show it to their owner: whole where storage is as documented, else masked
 * @param subject the address as limits count it, fit for a key
 * @param agent what the program says that it is, cut to what is kept; may be empty
 */
record Client(String id, MaskedAddress masked, String shown, String subject, String agent) {}
