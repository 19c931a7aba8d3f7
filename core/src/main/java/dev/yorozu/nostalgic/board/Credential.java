package dev.yorozu.nostalgic.board;

import dev.yorozu.nostalgic.visitor.Visitor;
import java.util.Optional;

/** By what a visitor claims that a message is theirs: the token they got for it, or who they are. */
public record Credential(Optional<String> editToken, Visitor visitor) {
    /** Shows nothing: a token is a secret. */
    @Override
    public String toString() {
        return "Credential";
    }
}
