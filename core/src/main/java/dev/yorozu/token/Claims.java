package dev.yorozu.token;

import dev.yorozu.json.Document;

/**
 * What an access token is to say.
 *
 * @param subject of whom it speaks
 * @param others everything else, in this order; never a claim that every token has
 */
public record Claims(String subject, Document others) {}
