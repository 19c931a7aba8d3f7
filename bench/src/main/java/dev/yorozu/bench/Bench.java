package dev.yorozu.bench;

import dev.yorozu.bench.nostalgic.NostalgicBench;
import dev.yorozu.bench.patreon.PatreonBench;
import dev.yorozu.bench.session.SessionsBench;
import dev.yorozu.bench.store.ScaleBench;
import dev.yorozu.bench.store.StoreBench;
import dev.yorozu.bench.token.SignInBench;
import dev.yorozu.bench.token.TokensBench;
import dev.yorozu.bench.user.UsersBench;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Benchmarks. Each compares two things in one run; an absolute number says more of the machine than of the product. */
@Command(
        name = "yorozu bench",
        description = "Measures Yorozu beside the engines and peers that it stands on.",
        subcommands = {
            StoreBench.class,
            ScaleBench.class,
            SessionsBench.class,
            TokensBench.class,
            SignInBench.class,
            NostalgicBench.class,
            UsersBench.class,
            PatreonBench.class
        },
        mixinStandardHelpOptions = true)
public final class Bench {
    private Bench() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Bench()).execute(arguments));
    }
}
