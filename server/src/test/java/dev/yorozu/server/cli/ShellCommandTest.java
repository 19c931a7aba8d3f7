package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.cli.Program.Ended;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The shell on a data directory, with a server that runs there and without. */
final class ShellCommandTest extends CommandsFixture {
    private static final String TOTAL = "counter:site-7:total";

    private Ended shell(String lines, String... options) {
        List<String> arguments = new ArrayList<>(List.of("shell", "--data", data.toString()));
        arguments.addAll(List.of(options));
        return Commands.runWith(lines, arguments.toArray(String[]::new));
    }

    @Test
    void commandsAreAnsweredTheSameWhetherTheServerRunsOrNot() throws Exception {
        assertCommandsAreAnswered();
        try (Program.Serving server = Program.Serving.start(directory, Map.of(), "--data", data.toString())) {
            assertThat(ask("shell", "SET", TOTAL, "7").status()).isZero();
            assertCommandsAreAnswered();
            assertThat(server.stop()).isZero();
        }
    }

    private void assertCommandsAreAnswered() {
        assertThat(ask("shell", "GET", TOTAL)).isEqualTo(new Ended(0, "\"7\"\n", ""));
        assertThat(ask("shell", "GET", "absent")).isEqualTo(new Ended(0, "(nil)\n", ""));
        assertThat(ask("shell", "INCR", "set").out()).startsWith("(error) WRONGTYPE ");
        assertThat(ask("shell", "INCR", "set").status()).isEqualTo(1);
        assertThat(shell("""
                        # A remark, and an empty line.

                        SET own:a "one \\"word\\" of \\x41"
                        GET own:a
                        RPUSH own:list a b
                        LRANGE own:list 0 -1
                        HSET own:hash f '{"x":[1,true]}'
                        HGETALL own:hash
                        ZADD own:rank 1.5 a
                        ZSCORE own:rank a
                        SMEMBERS absent
                        DEL own:a own:list own:hash own:rank
                        """, "--reveal")).isEqualTo(new Ended(0, """
                        OK
                        "one \\"word\\" of A"
                        (integer) 2
                        1) "a"
                        2) "b"
                        (integer) 1
                        1# "f" => {
                                    "x" : [ 1, true ]
                                  }
                        (integer) 1
                        (double) 1.5
                        (empty)
                        (integer) 4
                        """, ""));
    }

    @Test
    void secretsAreHiddenUnlessRevealed() {
        String name = session().name();
        assertThat(ask("shell", "GET", name).out()).isEqualTo("(hidden; --reveal shows it)\n");
        assertThat(ask("shell", "STRLEN", name).out()).isEqualTo("(integer) 15\n");
        assertThat(ask("shell", "--reveal", "GET", name).out()).contains("\"secret\" : true");
        assertThat(ask("shell", "KEYS", "sess:*").out()).contains("sess:").doesNotContain(SID.substring(0, 20));
        assertThat(ask("shell", "SCAN", "0", "MATCH", "sess:*", "COUNT", "5000").out())
                .doesNotContain(SID.substring(0, 20));
        assertThat(shell("MULTI\nGET " + name + "\nGET " + TOTAL + "\nEXEC\n").out())
                .isEqualTo("OK\nQUEUED\nQUEUED\n1) (hidden; --reveal shows it)\n2) \"7\"\n");
    }

    @Test
    void aTransactionIsOneStepOrNone() {
        assertThat(shell("MULTI\nINCR " + TOTAL + "\nINCR set\nEXEC\nGET " + TOTAL + "\n")
                        .out())
                .startsWith("OK\nQUEUED\nQUEUED\n1) (integer) 8\n2) (error) WRONGTYPE ")
                .endsWith("\"8\"\n");
        Ended spoilt = shell("MULTI\nINCR " + TOTAL + "\nNONSENSE\nEXEC\nGET " + TOTAL + "\n");
        assertThat(spoilt.out())
                .startsWith("OK\nQUEUED\n(error) ERR unknown command")
                .endsWith("(error) EXECABORT Transaction discarded because of previous errors.\n\"8\"\n");
        assertThat(spoilt.status()).isEqualTo(1);
        assertThat(shell("MULTI\nINCR " + TOTAL + "\nDISCARD\nEXEC\nWATCH a\n").out())
                .contains("OK\nQUEUED\nOK\n(error) ERR EXEC without MULTI\n(error) ERR WATCH is not available");
    }

    @Test
    void whatTakesAllAwayNeedsAYesAndWhatIsYorozusOwnNeedsForce() {
        assertThat(ask("shell", "FLUSHALL").out()).isEqualTo("Nothing was done.\n");
        assertThat(ask("shell", "EVALSHA", "54bd274ddc59fb3be0f42deee2f64322a10e2b50", "1", "*")
                        .out())
                .isEqualTo("Nothing was done.\n");
        assertThat(ask("shell", "SET", "yorozu:fence:a", "7").out())
                .isEqualTo("(error) ERR only Yorozu writes this key: --force does it all the same\n");
        assertThat(ask("shell", "--force", "SET", "yorozu:fence:a", "7").out()).isEqualTo("OK\n");
        assertThat(ask("shell", "DEL", TOTAL).out()).isEqualTo("(integer) 1\n");
        assertThat(ask("audit", "--kind", "key", "--json").out())
                .contains("\"action\":\"del\"", "\"action\":\"set\"", TOTAL)
                .doesNotContain("flushall");
        assertThat(ask("shell", "--yes", "FLUSHALL").out()).isEqualTo("OK\n");
        assertThat(ask("keys", "count", "counter:").out()).startsWith("0");
    }

    @Test
    void helpTellsOfCommands() {
        assertThat(ask("shell", "help", "set").out()).isEqualTo("SET: at least 2 arguments, names one key, writes.\n");
        assertThat(shell("help\n").out()).contains("ZADD", "MEMORY USAGE");
        assertThat(shell("GET \"a\n")).isEqualTo(new Ended(1, "(error) a quote is not closed\n", ""));
    }
}
