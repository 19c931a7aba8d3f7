package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.MaskedAddress;

/**
 * Where a call comes from, in the two forms that may be kept.
 *
 * @param id a digest that stands for the address
 * @param address the address, masked
 */
record Client(String id, MaskedAddress address) {}
