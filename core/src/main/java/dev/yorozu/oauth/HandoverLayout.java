package dev.yorozu.oauth;

import dev.yorozu.keyspace.KeyPattern;
import java.time.Duration;

/**
 * Where sessions wait to be claimed.
 *
 * @param pattern has one part, the state of the sign-in
 * @param life how long they wait
 */
public record HandoverLayout(KeyPattern pattern, Duration life) {}
