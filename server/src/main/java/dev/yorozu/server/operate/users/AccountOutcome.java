package dev.yorozu.server.operate.users;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What became of an operator's wish about an account: the account as it is now, or why it cannot be done like this. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({@JsonSubTypes.Type(AccountSummary.class), @JsonSubTypes.Type(AccountOutcome.Refused.class)})
public sealed interface AccountOutcome permits AccountSummary, AccountOutcome.Refused {
    record Refused(@JsonProperty("refused") String sentence) implements AccountOutcome {}
}
