@NullMarked
package dev.yorozu.token.ledger;

import org.jspecify.annotations.NullMarked;
