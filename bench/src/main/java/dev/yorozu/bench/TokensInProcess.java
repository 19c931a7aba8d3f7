package dev.yorozu.bench;

import java.util.List;
import java.util.stream.IntStream;

/** Tokens verified and rotated by callers within this process. */
record TokensInProcess(Duel duel, List<Integer> callers, int users) {
    void measure(Engine engine) {
        System.err.println("Signing in on " + engine.name() + " …");
        TokenShop shop = TokenShop.of(engine.store());
        TokenWork work = new TokenWork(shop, shop.logins(ids(1)), shop.logins(ids(users + 1)));
        Workload workload = new Workload(engine.store(), 1);
        Table verify = new Table("verify on " + engine.name(), "callers", "Yorozu/s", "Nimbus/s", "ratio");
        Table rotate = new Table("rotate on " + engine.name(), "callers", "Yorozu/s", "durable puts/s", "ratio");
        for (int count : callers) {
            System.err.println(count + " callers …");
            row(verify, "signature, claims, revocation", count, work::verify, work::verifyByNimbus);
            row(rotate, "one refresh token for the next", count, work::rotate, workload::putDurable);
        }
        System.out.println(verify);
        System.out.println(rotate);
    }

    private List<String> ids(int first) {
        return IntStream.range(first, first + users).mapToObj(Integer::toString).toList();
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
