package dev.yorozu.token.ledger;

import dev.yorozu.token.Access;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The logins of one user, as one immutable value. Every change makes another, which replaces this one in the store only if
 * no concurrent writer replaced it before.
 *
 * @param strays access tokens that another program issued: of no login that is known
 */
record Ledger(List<Line> lines, List<Access> strays) {
    static final Ledger EMPTY = new Ledger(List.of(), List.of());

    /** So many are sooner looked for one by one than in a set that had to be made. */
    private static final int FEW = 4;

    Ledger {
        lines = List.copyOf(lines);
        strays = List.copyOf(strays);
    }

    boolean isEmpty() {
        return lines.isEmpty() && strays.isEmpty();
    }

    Optional<Line> line(String family) {
        return first(line -> line.family().equals(family));
    }

    Optional<Line> ofToken(String keyPart) {
        return first(line -> line.token().equals(keyPart));
    }

    private Optional<Line> first(Predicate<Line> wanted) {
        for (Line line : lines) {
            if (wanted.test(line)) {
                return Optional.of(line);
            }
        }
        return Optional.empty();
    }

    /** Without what has ended, or was issued before a second. */
    Ledger pruned(Instant now, LedgerPolicy policy, long invalidBefore) {
        List<Line> living = new ArrayList<>(lines.size());
        for (Line line : lines) {
            if (line.lives(now, invalidBefore)) {
                living.add(line.pruned(now, policy, invalidBefore));
            }
        }
        return new Ledger(living, Line.living(strays, now, policy, invalidBefore));
    }

    /** With this line in place of the one of the same family, or as a new one. */
    Ledger with(Line line) {
        List<Line> others = new ArrayList<>(lines);
        others.removeIf(each -> each.family().equals(line.family()));
        others.add(line);
        return new Ledger(others, strays);
    }

    Ledger with(List<Line> more, List<Access> moreStrays) {
        if (more.isEmpty() && moreStrays.isEmpty()) {
            return this;
        }
        List<Line> allLines = new ArrayList<>(lines);
        allLines.addAll(more);
        List<Access> allStrays = new ArrayList<>(strays);
        allStrays.addAll(moreStrays);
        return new Ledger(allLines, allStrays);
    }

    Ledger without(Predicate<Line> gone) {
        List<Line> left = new ArrayList<>(lines);
        return left.removeIf(gone) ? new Ledger(left, strays) : this;
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

    List<String> tokens() {
        List<String> tokens = new ArrayList<>(lines.size());
        for (Line line : lines) {
            tokens.add(line.token());
        }
        return tokens;
    }

    /** What stands in keys for every token that has a record: the current ones, and those that are remembered. */
    List<String> keyParts() {
        List<String> parts = new ArrayList<>();
        for (Line line : lines) {
            parts.add(line.token());
            parts.addAll(line.remembered());
        }
        return parts;
    }

    List<String> accessIds() {
        List<String> ids = new ArrayList<>(accessCount());
        for (Line line : lines) {
            line.access().forEach(each -> ids.add(each.id()));
        }
        strays.forEach(each -> ids.add(each.id()));
        return ids;
    }

    List<Access> access() {
        List<Access> all = new ArrayList<>(accessCount());
        for (Line line : lines) {
            all.addAll(line.access());
        }
        all.addAll(strays);
        return all;
    }

    /** How many access tokens there are. */
    int accessCount() {
        int count = strays.size();
        for (Line line : lines) {
            count += line.access().size();
        }
        return count;
    }

    /** What is among some and not among others, each once. The two are mostly the same, in the same order. */
    static List<String> beyond(List<String> some, List<String> others) {
        int same = 0;
        List<String> elsewhere = new ArrayList<>(0);
        for (String each : some) {
            if (same < others.size() && others.get(same).equals(each)) {
                same++;
            } else {
                elsewhere.add(each);
            }
        }
        Collection<String> known = elsewhere.size() > FEW ? new HashSet<>(others) : others;
        elsewhere.removeIf(known::contains);
        return List.copyOf(elsewhere.size() > 1 ? new LinkedHashSet<>(elsewhere) : elsewhere);
    }
}
