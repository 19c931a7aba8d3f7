package dev.yorozu.server.cli.tokens;

import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.cli.text.Moments;
import dev.yorozu.server.cli.text.ValueText;
import dev.yorozu.server.operate.tokens.RevokedToken;
import dev.yorozu.server.operate.tokens.TokenOperations;
import dev.yorozu.server.operate.transport.Operation;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is about an access token of which no more is known than its id, which opens nothing. */
abstract sealed class RevokedCommand extends AnsweringCommand {
    @Parameters(paramLabel = "JTI", description = "The id of an access token, its claim jti")
    private String id = "";

    @Option(
            names = "--system",
            paramLabel = "SYSTEM",
            description = "The system that issued it: tokens or users (default: ${DEFAULT-VALUE})")
    private String system = TokenOperations.SYSTEM;

    private final Operation<TokenOperations.TokenId, Optional<RevokedToken>> operation;

    RevokedCommand(Operation<TokenOperations.TokenId, Optional<RevokedToken>> operation) {
        this.operation = operation;
    }

    @Override
    public Integer call() {
        RevokedToken token = call(operation, new TokenOperations.TokenId(system, id))
                .orElseThrow(() -> new Refused("No token of " + ValueText.printable(system)
                        + " can have this id: the system is tokens or users, and the id is the claim jti."));
        print(token, sentence(token));
        return token.revoked() ? Status.DONE : Status.REFUSED;
    }

    private static String sentence(RevokedToken token) {
        return token.revoked()
                ? "Revoked"
                        + token.until()
                                .map(until -> " until " + Moments.text(until))
                                .orElse(", without an end")
                : "Not revoked by its id";
    }

    /** Revokes a token by its id. */
    @Command(
            name = "revoke",
            description = {
                "Revoke an access token by its id, for as long as any could live.",
                "In tokens its login ends with it, when its refresh token is next used."
            })
    static final class Revoke extends RevokedCommand {
        Revoke() {
            super(TokenOperations.REVOKE);
        }
    }

    /** Says whether a token is revoked by its id. */
    @Command(
            name = "revoked",
            description = "Say whether an access token is revoked by its id; status 1 when it is not.")
    static final class Look extends RevokedCommand {
        Look() {
            super(TokenOperations.REVOKED);
        }
    }
}
