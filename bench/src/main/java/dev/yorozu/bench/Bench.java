package dev.yorozu.bench;

import dev.yorozu.bench.comparison.HttpBench;
import dev.yorozu.bench.comparison.ScaleBench;
import dev.yorozu.bench.comparison.StartBench;
import dev.yorozu.bench.door.DoorsBench;
import dev.yorozu.bench.nostalgic.NostalgicBench;
import dev.yorozu.bench.store.StoreBench;
import dev.yorozu.bench.token.SignInBench;
import dev.yorozu.bench.token.TokensBench;
import dev.yorozu.bench.user.LimitBench;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Benchmarks. Each compares two things in one run; an absolute number says more of the machine than of the product. */
@Command(
        name = "yorozu bench",
        description = "Measures Yorozu beside the engines and peers that it stands on.",
        subcommands = {
            HttpBench.class,
            StoreBench.class,
            DoorsBench.class,
            ScaleBench.class,
            StartBench.class,
            TokensBench.class,
            SignInBench.class,
            NostalgicBench.class,
            LimitBench.class
        },
        mixinStandardHelpOptions = true)
public final class Bench {
    private Bench() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Bench()).execute(arguments));
    }
}
