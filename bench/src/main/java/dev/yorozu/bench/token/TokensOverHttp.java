package dev.yorozu.bench.token;

import dev.yorozu.bench.http.Contender;
import dev.yorozu.bench.measure.Duel;
import dev.yorozu.bench.measure.Table;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Tokens verified and rotated by clients of servers, beside a server that checks nothing. */
record TokensOverHttp(Duel duel, List<TokenServers.Ready> ready, Contender bare) {
    private static final String SAMPLE = "0123456789abcdef0123456789abcdef";

    Table table(String title) {
        List<String> headings = new ArrayList<>(List.of(title, "callers"));
        ready.forEach(each -> headings.add(each.contender().name() + "/s"));
        headings.add("bare/s");
        ready.forEach(each -> headings.add("ratio"));
        ready.forEach(each -> headings.add("µs CPU"));
        headings.add("bare µs CPU");
        return new Table(headings.toArray(String[]::new));
    }

    void warmUp(int callers, Duration time) throws IOException {
        for (TokenServers.Ready each : ready) {
            try (Contender.Crowd checking = each.contender().crowd(callers);
                    Contender.Crowd renewing = each.contender().crowd(each.renewing(callers))) {
                checking.rate(time);
                renewing.rate(time.dividedBy(2));
            }
        }
        try (Contender.Crowd crowd = bare.crowd(callers)) {
            crowd.rate(time);
        }
    }

    void verify(Table table, int callers) throws IOException {
        List<Contender.Crowd> crowds = new ArrayList<>();
        for (TokenServers.Ready each : ready) {
            crowds.add(each.contender().crowd(callers));
        }
        crowds.add(bare.crowd(callers));
        row(table, "access token", callers, crowds);
    }

    void rotate(Table table, int callers) throws IOException {
        List<Contender.Crowd> crowds = new ArrayList<>();
        for (TokenServers.Ready each : ready) {
            crowds.add(each.contender().crowd(each.renewing(callers)));
        }
        crowds.add(bare.crowd(Stream.generate(() -> RefreshTalk.withBareServer(SAMPLE))
                .limit(callers)
                .toList()));
        row(table, "refresh token", callers, crowds);
    }

    private void row(Table table, String what, int callers, List<Contender.Crowd> crowds) {
        double[] rates = duel.rates(List.copyOf(crowds));
        List<String> cells = new ArrayList<>(List.of(what, Integer.toString(callers)));
        for (double rate : rates) {
            cells.add(Table.number(rate));
        }
        for (int i = 0; i < ready.size(); i++) {
            cells.add(Table.ratio(rates[i] / rates[ready.size()]));
        }
        crowds.forEach(crowd -> cells.add(Table.number(crowd.processorMicros())));
        table.row(cells.toArray(String[]::new));
        crowds.forEach(Contender.Crowd::close);
    }
}
