package dev.yorozu.token.ledger;

import dev.yorozu.store.Bytes;
import dev.yorozu.token.Access;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The logins of one user, as one immutable value. Every change makes another, which replaces this one in the store only if
 * no concurrent writer replaced it before.
 *
 * @param strays access tokens that another program issued: of no login that is known
 */
record Ledger(List<Line> lines, List<Access> strays) {
    static final Ledger EMPTY = new Ledger(List.of(), List.of());

    Ledger {
        lines = List.copyOf(lines);
        strays = List.copyOf(strays);
    }

    boolean isEmpty() {
        return lines.isEmpty() && strays.isEmpty();
    }

    Optional<Line> line(String family) {
        return lines.stream().filter(line -> line.family().equals(family)).findFirst();
    }

    Optional<Line> ofToken(String keyPart) {
        return lines.stream().filter(line -> line.token().equals(keyPart)).findFirst();
    }

    /** Without what has ended, or was issued before a second. */
    Ledger pruned(Instant now, LedgerPolicy policy, long invalidBefore) {
        return new Ledger(
                lines.stream()
                        .filter(line -> line.lives(now, invalidBefore))
                        .map(line -> line.pruned(now, policy, invalidBefore))
                        .toList(),
                Line.living(strays, now, policy, invalidBefore));
    }

    /** With this line in place of the one of the same family, or as a new one. */
    Ledger with(Line line) {
        List<Line> others = new ArrayList<>(lines);
        others.removeIf(each -> each.family().equals(line.family()));
        others.add(line);
        return new Ledger(others, strays);
    }

    Ledger with(List<Line> more, List<Access> moreStrays) {
        List<Line> allLines = new ArrayList<>(lines);
        allLines.addAll(more);
        List<Access> allStrays = new ArrayList<>(strays);
        allStrays.addAll(moreStrays);
        return new Ledger(allLines, allStrays);
    }

    Ledger without(Predicate<Line> gone) {
        return new Ledger(lines.stream().filter(gone.negate()).toList(), strays);
    }

    /** With so many lines at most: those whose refresh token is the oldest go. */
    Ledger newest(int most) {
        if (lines.size() <= most) {
            return this;
        }
        List<Line> byAge = lines.stream()
                .sorted(Comparator.comparing(Line::issuedAt))
                .skip(lines.size() - (long) most)
                .toList();
        return without(line -> !byAge.contains(line));
    }

    Set<Bytes> tokens() {
        Set<Bytes> tokens = new LinkedHashSet<>();
        lines.forEach(line -> tokens.add(Bytes.of(line.token())));
        return tokens;
    }

    /** What stands in keys for every token that has a record: the current ones, and those that are remembered. */
    Set<String> keyParts() {
        Set<String> parts = new LinkedHashSet<>();
        for (Line line : lines) {
            parts.add(line.token());
            parts.addAll(line.remembered());
        }
        return parts;
    }

    Set<Bytes> accessIds() {
        Set<Bytes> ids = new LinkedHashSet<>();
        access().forEach(each -> ids.add(Bytes.of(each.id())));
        return ids;
    }

    List<Access> access() {
        return Stream.concat(lines.stream().flatMap(line -> line.access().stream()), strays.stream())
                .toList();
    }
}
