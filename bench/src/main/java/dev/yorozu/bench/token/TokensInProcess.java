package dev.yorozu.bench.token;

import dev.yorozu.bench.measure.Duel;
import dev.yorozu.bench.measure.Load;
import dev.yorozu.bench.measure.Operation;
import dev.yorozu.bench.measure.Table;
import dev.yorozu.bench.store.Engine;
import dev.yorozu.bench.store.Workload;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/** Tokens verified and rotated by callers within this process. */
record TokensInProcess(Duel duel, Duration warmUp, List<Integer> callers, int users) {
    private static final int WARMING_CALLERS = 64;

    void measure(Engine engine) {
        System.err.println("Signing in on " + engine.name() + " …");
        TokenShop shop = TokenShop.of(engine.store());
        TokenWork work = new TokenWork(shop, shop.signedIn(ids(1)), shop.signedIn(ids(users + 1)));
        Workload workload = new Workload(engine.store(), 1);
        Table verify = new Table("verify on " + engine.name(), "callers", "Yorozu/s", "Nimbus/s", "ratio");
        Table rotate = new Table("rotate on " + engine.name(), "callers", "Yorozu/s", "durable puts/s", "ratio");
        System.err.println("Warming up …");
        Load warming = new Load(WARMING_CALLERS, Load.Threads.VIRTUAL);
        for (Operation each : List.<Operation>of(work::verify, work::verifyByNimbus, work::rotate)) {
            warming.of(each).rate(warmUp);
        }
        for (int count : callers) {
            System.err.println(count + " callers …");
            row(verify, "signature, claims, revocation", count, work::verify, work::verifyByNimbus);
            row(rotate, "one refresh token for the next", count, work::rotate, workload::putDurable);
        }
        System.out.println(verify);
        System.out.println(rotate);
    }

    private List<TokenShop.User> ids(int first) {
        return IntStream.range(first, first + users)
                .mapToObj(number -> new TokenShop.User(Integer.toString(number), UUID.randomUUID()))
                .toList();
    }

    private void row(Table table, String what, int count, Operation ours, Operation theirs) {
        Load load = new Load(count, Load.Threads.VIRTUAL);
        Duel.Outcome outcome = duel.fight(load.of(ours), load.of(theirs));
        table.row(
                what,
                Integer.toString(count),
                Table.number(outcome.ours()),
                Table.number(outcome.theirs()),
                Table.ratio(outcome.ratio()));
    }
}
