package dev.yorozu.server.systems;

import dev.yorozu.server.signing.IssuerKeys;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.ledger.Logins;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The tokens that a system signs, as far as operators have to do with them.
 *
 * @param access revoked by their ids
 * @param life how long one of them lives at most
 * @param keys made when they are first asked for
 * @param logins empty where a login is not kept in a user's ledger
 */
public record SystemTokens(AccessTokens access, Duration life, Supplier<IssuerKeys> keys, Optional<Logins> logins) {}
