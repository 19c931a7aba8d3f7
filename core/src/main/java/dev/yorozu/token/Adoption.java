package dev.yorozu.token;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Brings the ledger and the documented sets together: what another program put into the sets is taken up, and what an
 * operator took out of them is dead, as is what has no record any more.
 *
 * <p>The sets and the ledger are read at different moments. So each difference that a change relies on goes along as a
 * proof: the change happens only if the member is, or is not, in the set at that very moment.
 */
final class Adoption {
    /** How many records one read asks for. */
    private static final int CHUNK = 64;

    /** How many access tokens of other programs are taken up; such sets were never pruned, and most have long ended. */
    private static final int MOST_STRAYS = 64;

    private final Store store;
    private final RecordFormat format;
    private final Ledgers ledgers;

    Adoption(Store store, RecordFormat format, Ledgers ledgers) {
        this.store = store;
        this.format = format;
        this.ledgers = ledgers;
    }

    /** What the user holds. */
    Holdings holdings(String user, Instant now) {
        return holdings(ledgers.sight(user, Optional.empty()), Optional.empty(), now);
    }

    /** What the user holds whose token this is, and whether the access token that came with it is revoked. */
    Ledgers.Glance holdings(RefreshRecord record, Instant now) {
        Ledgers.Sighting seen = ledgers.sight(record.user(), record.access());
        return new Ledgers.Glance(holdings(seen, Optional.of(record.keyPart()), now), seen.revoked());
    }

    /** @param recorded a token whose record was just read */
    private Holdings holdings(Ledgers.Sighting seen, Optional<String> recorded, Instant now) {
        String user = seen.user();
        List<Guard> proofs = new ArrayList<>();
        List<Line> listed = new ArrayList<>();
        Set<String> removed = new HashSet<>();
        for (Line line : seen.ledger().lines()) {
            if (!seen.tokens().contains(Bytes.of(line.token()))) {
                removed.add(line.family());
                proofs.add(ledgers.lacks(user, line.token()));
            } else if (!recorded.equals(Optional.of(line.token()))) {
                listed.add(line);
            }
        }
        removed.addAll(withoutRecord(listed));
        List<Bytes> surplusTokens = new ArrayList<>();
        List<Line> lines = lines(seen, now, surplusTokens);
        lines.forEach(line -> proofs.add(ledgers.holds(user, line.token())));
        List<Bytes> surplusAccess = new ArrayList<>();
        List<Access> strays = strays(seen, now, surplusAccess);
        strays.forEach(each -> proofs.add(ledgers.holdsAccess(user, each.id())));
        return new Holdings(
                user,
                seen.stored(),
                seen.ledger().with(lines, strays),
                removed,
                seen.invalidBefore(),
                proofs,
                new Holdings.Surplus(surplusTokens, surplusAccess));
    }

    /**
     * The families whose current token has no record. That needs no proof: a record is written before the ledger names it,
     * and one that was deleted since never returns.
     */
    private List<String> withoutRecord(List<Line> listed) {
        if (listed.isEmpty()) {
            return List.of();
        }
        List<Optional<ValueType>> types = store.readAll(listed.stream()
                .map(line -> new Read.Type(format.key(line.token())))
                .toList());
        return IntStream.range(0, listed.size())
                .filter(i -> types.get(i).isEmpty())
                .mapToObj(i -> listed.get(i).family())
                .toList();
    }

    private List<Line> lines(Ledgers.Sighting seen, Instant now, List<Bytes> surplus) {
        List<Bytes> strange = beyond(seen.tokens(), seen.ledger().tokens());
        if (strange.isEmpty()) {
            return List.of();
        }
        List<Line> lines = new ArrayList<>();
        for (int from = 0; from < strange.size(); from += CHUNK) {
            read(seen.user(), strange.subList(from, Math.min(strange.size(), from + CHUNK)), now, lines, surplus);
        }
        lines.sort(Comparator.comparing(Line::issuedAt).reversed());
        while (lines.size() > RefreshPolicy.MOST_PER_USER) {
            surplus.add(Bytes.of(lines.removeLast().token()));
        }
        return lines;
    }

    private void read(String user, List<Bytes> members, Instant now, List<Line> lines, List<Bytes> surplus) {
        List<String> parts = new ArrayList<>(members.size());
        for (Bytes member : members) {
            String part = member.text();
            if (format.layout().isToken(part)) {
                parts.add(part);
            } else {
                surplus.add(member);
            }
        }
        List<Optional<Bytes>> stored = store.readAll(
                parts.stream().map(part -> new Read.Get(format.key(part))).toList());
        for (int i = 0; i < parts.size(); i++) {
            String part = parts.get(i);
            stored.get(i)
                    .flatMap(bytes -> format.read(part, bytes))
                    .filter(record -> record.user().equals(user) && !record.isSpent() && now.isBefore(record.endsAt()))
                    .ifPresentOrElse(record -> lines.add(record.line()), () -> surplus.add(Bytes.of(part)));
        }
    }

    /** When those end is not known: it is counted from now on, as if they had just been issued. */
    private List<Access> strays(Ledgers.Sighting seen, Instant now, List<Bytes> surplus) {
        List<Access> strays = new ArrayList<>();
        int room = MOST_STRAYS - seen.ledger().strays().size();
        for (Bytes member : beyond(seen.access(), seen.ledger().accessIds())) {
            if (strays.size() < room && format.layout().isAccess(member.text())) {
                strays.add(
                        new Access(member.text(), now, now.plus(format.policy().accessLife())));
            } else {
                surplus.add(member);
            }
        }
        return strays;
    }

    private static List<Bytes> beyond(Set<Bytes> members, Set<Bytes> known) {
        return members.stream().filter(member -> !known.contains(member)).toList();
    }
}
