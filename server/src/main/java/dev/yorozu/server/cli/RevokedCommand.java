package dev.yorozu.server.cli;

import dev.yorozu.server.admin.tokens.RevokedToken;
import dev.yorozu.server.admin.tokens.TokenDesk;
import dev.yorozu.server.admin.tokens.TokenJson;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is about an access token of which no more is known than its id, which opens nothing. */
abstract sealed class RevokedCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "JTI", description = "The id of an access token, its claim jti")
    private String id = "";

    @Option(
            names = "--system",
            paramLabel = "SYSTEM",
            description = "The system that issued it: tokens or users (default: ${DEFAULT-VALUE})",
            defaultValue = TokenDesk.SYSTEM)
    private String system = TokenDesk.SYSTEM;

    @Mixin
    private final Answer answer = new Answer();

    @Mixin
    private final Access access = new Access();

    RevokedCommand(Console console) {
        this.console = console;
    }

    /** What to ask. */
    abstract Optional<RevokedToken> ask(TokenDesk desk, String ofSystem, String token);

    @Override
    public Integer call() {
        RevokedToken token = access.use(operations -> ask(operations.tokens(), system, id))
                .orElseThrow(() -> new Refused("No token of " + ValueText.printable(system)
                        + " can have this id: the system is tokens or users, and the id is the claim jti."));
        answer.print(console, TokenJson.json(token), sentence(token));
        return token.revoked() ? Yorozu.DONE : Yorozu.REFUSED;
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
            mixinStandardHelpOptions = true,
            description = {
                "Revoke an access token by its id, for as long as any could live.",
                "In tokens its login ends with it, when its refresh token is next used."
            })
    static final class Revoke extends RevokedCommand {
        Revoke(Console console) {
            super(console);
        }

        @Override
        Optional<RevokedToken> ask(TokenDesk desk, String ofSystem, String token) {
            return desk.revoke(ofSystem, token);
        }
    }

    /** Says whether a token is revoked by its id. */
    @Command(
            name = "revoked",
            mixinStandardHelpOptions = true,
            description = "Say whether an access token is revoked by its id; status 1 when it is not.")
    static final class Look extends RevokedCommand {
        Look(Console console) {
            super(console);
        }

        @Override
        Optional<RevokedToken> ask(TokenDesk desk, String ofSystem, String token) {
            return desk.revoked(ofSystem, token);
        }
    }
}
