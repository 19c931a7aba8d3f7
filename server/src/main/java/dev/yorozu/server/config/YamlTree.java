package dev.yorozu.server.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * The tree of a YAML text, with the place of every node, and aliases followed.
 *
 * <p>Jackson's own tree leaves aliases as they are and knows no places, so that the parser below it is asked. That one can
 * merge {@code <<} as well, but never ends when an anchor is merged into itself; so that is done here.
 */
final class YamlTree {
    private static final int DEEPEST = 32;
    private static final Set<String> NULL = Set.of("", "~", "null", "Null", "NULL");
    private static final LoadSettings YAML =
            LoadSettings.builder().setMaxAliasesForCollections(100).build();

    private YamlTree() {}

    /** Empty for a text without any value. Throws a {@link YamlEngineException} for one that is no YAML. */
    static Optional<Node> parse(String text) {
        requireShallow(text);
        return new Compose(YAML).composeString(text);
    }

    /** Whether there is nothing: {@code null}, {@code ~}, or no value at all. */
    static boolean isNull(Node node) {
        return node instanceof ScalarNode scalar && scalar.isPlain() && NULL.contains(scalar.getValue());
    }

    /** What a mapping holds: its own names first, then those that it merges and does not have itself. */
    static List<NodeTuple> members(MappingNode mapping) {
        return members(mapping, 0);
    }

    private static List<NodeTuple> members(MappingNode mapping, int depth) {
        List<NodeTuple> own = new ArrayList<>();
        List<NodeTuple> merged = new ArrayList<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (!isMerge(tuple.getKeyNode())) {
                own.add(tuple);
            } else if (depth == DEEPEST) {
                throw new YamlEngineException("Merged too deeply");
            } else {
                merged(tuple.getValueNode()).forEach(each -> merged.addAll(members(each, depth + 1)));
            }
        }
        Set<String> names = new HashSet<>();
        own.forEach(tuple -> names.add(name(tuple)));
        merged.stream().filter(tuple -> names.add(name(tuple))).forEach(own::add);
        return own;
    }

    private static boolean isMerge(Node key) {
        return key instanceof ScalarNode scalar
                && scalar.isPlain()
                && scalar.getValue().equals("<<");
    }

    private static List<MappingNode> merged(Node value) {
        List<Node> several = value instanceof SequenceNode list ? list.getValue() : List.of(value);
        if (!several.stream().allMatch(MappingNode.class::isInstance)) {
            throw new YamlEngineException("Only names and their values can be merged");
        }
        return several.stream().map(MappingNode.class::cast).toList();
    }

    /** The name that a value is given under; the parser admits none but plain ones. */
    static String name(NodeTuple tuple) {
        return tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
    }

    /** The tree is built by recursion, which a text of many brackets would let overflow the stack. */
    private static void requireShallow(String text) {
        int depth = 0;
        for (Event event : new Parse(YAML).parseString(text)) {
            depth += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
            if (depth > DEEPEST) {
                throw new YamlEngineException("Nested too deeply");
            }
        }
    }

    /** Where something is wrong, as a sentence goes on with it. */
    static String place(YamlEngineException fault) {
        return fault instanceof MarkedYamlEngineException marked ? place(marked.getProblemMark()) : "";
    }

    static String place(Node node) {
        return place(node.getStartMark());
    }

    private static String place(Optional<Mark> mark) {
        return mark.map(at -> " at line " + (at.getLine() + 1) + ", column " + (at.getColumn() + 1))
                .orElse("");
    }
}
