package dev.yorozu.store.rocks;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Changes sorted sets: each member's score, and the members in order with their {@link RankIndex}. */
final class Rankings {
    private final Workspace workspace;

    Rankings(Workspace workspace) {
        this.workspace = workspace;
    }

    OptionalDouble score(Key key, Bytes member) {
        Entry.Collection ranking = workspace.collection(key, ValueType.RANK);
        byte @Nullable [] score =
                ranking == null ? null : workspace.element(ElementKey.score(ranking.generation(), member));
        return score == null ? OptionalDouble.empty() : OptionalDouble.of(ElementKey.score(BigEndian.at(score, 0)));
    }

    /** The one at this place, counted from 0; null when there are fewer. */
    @Nullable
    Ranked at(Key key, Order order, long place) {
        Entry.Collection ranking = workspace.collection(key, ValueType.RANK);
        if (ranking == null || place >= ranking.size()) {
            return null;
        }
        long position = order == Order.RISING ? place : ranking.size() - 1 - place;
        return new RankEditor(workspace, ranking).index().members(position, 1).getFirst();
    }

    boolean add(Write.RankAdd add) {
        Entry.Collection ranking = workspace.open(add.key(), ValueType.RANK);
        byte[] scoreKey = ElementKey.score(ranking.generation(), add.member());
        byte @Nullable [] old = workspace.element(scoreKey);
        if (old != null && !replaces(add, ElementKey.score(BigEndian.at(old, 0)))) {
            return false;
        }
        RankEditor editor = new RankEditor(workspace, ranking);
        if (old != null) {
            editor.remove(ElementKey.place(BigEndian.at(old, 0), add.member()));
        }
        insert(editor, ranking.generation(), ElementKey.place(add.score(), add.member()));
        update(add.key(), editor);
        return true;
    }

    long remove(Write.RankRemove remove) {
        Entry.Collection ranking = workspace.collection(remove.key(), ValueType.RANK);
        if (ranking == null) {
            return 0;
        }
        RankEditor editor = new RankEditor(workspace, ranking);
        for (Bytes member : remove.members()) {
            byte @Nullable [] score = workspace.element(ElementKey.score(ranking.generation(), member));
            if (score != null) {
                delete(editor, ranking.generation(), ElementKey.place(BigEndian.at(score, 0), member));
            }
        }
        long removed = ranking.size() - editor.size();
        if (removed > 0) {
            update(remove.key(), editor);
        }
        return removed;
    }

    /** Gives what went, in the order of the trim. */
    List<Bytes> trim(Write.RankTrim trim) {
        Entry.Collection ranking = workspace.collection(trim.key(), ValueType.RANK);
        if (ranking == null || ranking.size() <= trim.keep()) {
            return List.of();
        }
        boolean rising = trim.order() == Order.RISING;
        long from = rising ? trim.keep() : 0;
        long to = rising ? ranking.size() : ranking.size() - trim.keep();
        List<byte[]> places = places(ranking, from, to);
        removeBetween(trim.key(), ranking, from, to, places);
        List<Bytes> removed = places.subList(0, (int) (to - from)).stream()
                .map(ElementKey::memberAt)
                .toList();
        return rising ? removed : removed.reversed();
    }

    long drop(Write.RankDrop drop) {
        Entry.Collection ranking = workspace.collection(drop.key(), ValueType.RANK);
        if (ranking == null || drop.least() > drop.greatest()) {
            return 0;
        }
        Bytes none = Bytes.of("");
        RankIndex index = new RankEditor(workspace, ranking).index();
        long from = index.before(ElementKey.place(drop.least(), none));
        long to = index.before(ElementKey.place(ElementKey.sortable(drop.greatest()) + 1, none));
        boolean most = isMost(ranking, to - from);
        removeBetween(drop.key(), ranking, from, to, most ? List.of() : places(ranking, from, to));
        return to - from;
    }

    /** Whether so many are more than what would be left. */
    private static boolean isMost(Entry.Collection ranking, long removed) {
        return ranking.size() - removed < removed;
    }

    /** The places between two positions, and after the first ones also the next, with which the rest would begin. */
    private List<byte[]> places(Entry.Collection ranking, long from, long to) {
        long next = from == 0 && to < ranking.size() ? 1 : 0;
        return new RankEditor(workspace, ranking).index().places(from, to - from + next);
    }

    /** When most goes, the rest moves to a new generation; only else the {@link #places} are needed. */
    private void removeBetween(Key key, Entry.Collection ranking, long from, long to, List<byte[]> places) {
        RankEditor editor = new RankEditor(workspace, ranking);
        if (to - from == ranking.size()) {
            workspace.remove(key);
        } else if (isMost(ranking, to - from)) {
            List<byte[]> rest = new ArrayList<>(editor.index().places(0, from));
            rest.addAll(editor.index().places(to, ranking.size() - to));
            workspace.update(key, copy(rest));
        } else {
            for (byte[] place : places.subList(0, (int) (to - from))) {
                delete(editor, ranking.generation(), place);
            }
            if (from == 0) {
                editor.startAt(places.getLast());
            }
            update(key, editor);
        }
    }

    private Entry.Collection copy(List<byte[]> places) {
        Entry.Collection copy = Entry.Collection.empty(ValueType.RANK, workspace.newGeneration());
        RankEditor editor = new RankEditor(workspace, copy);
        for (byte[] place : places) {
            insert(editor, copy.generation(), place);
        }
        return editor.ranking();
    }

    private void insert(RankEditor editor, long generation, byte[] place) {
        editor.insert(place);
        byte[] score = BigEndian.of(BigEndian.at(place, 0));
        workspace.putElement(ElementKey.score(generation, ElementKey.memberAt(place)), score);
    }

    private void delete(RankEditor editor, long generation, byte[] place) {
        editor.remove(place);
        workspace.deleteElement(ElementKey.score(generation, ElementKey.memberAt(place)));
    }

    private void update(Key key, RankEditor editor) {
        Entry.Collection ranking = editor.ranking();
        workspace.update(key, ranking.worn() ? copy(editor.index().places(0, ranking.size())) : ranking);
    }

    private static boolean replaces(Write.RankAdd add, double old) {
        return switch (add.replace()) {
            case ALWAYS -> add.score() != old;
            case IF_GREATER -> add.score() > old;
            case IF_LESS -> add.score() < old;
        };
    }
}
