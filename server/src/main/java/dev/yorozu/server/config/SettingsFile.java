package dev.yorozu.server.config;

import dev.yorozu.json.Document;
import dev.yorozu.server.config.Settings.Given;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * One YAML file of settings: nested names, or dotted ones, with a plain value each, or a list where a setting takes
 * several.
 *
 * <p>A value that is null counts as not given, and so does a section of nothing; their names must be known all the same.
 */
final class SettingsFile {
    private static final Set<PosixFilePermission> OTHERS =
            Set.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);
    private static final long LARGEST = 1 << 20;
    /** Aliases can make a short file stand for a vast one, or for one without end. */
    private static final int MOST_NAMES = 10_000;

    private static final int DEEPEST = 8;

    private final SettingsSchema schema;
    private final Path file;
    private final Map<String, Given> found = new HashMap<>();
    private int names;

    SettingsFile(SettingsSchema schema, Path file) {
        this.schema = schema;
        this.file = file;
    }

    Map<String, Given> read() {
        try {
            Optional<Node> root = YamlTree.parse(text());
            if (root.isPresent() && !YamlTree.isNull(root.get())) {
                section("", root.get());
            }
            requireKeptSecret();
        } catch (YamlEngineException e) {
            throw broken(YamlTree.place(e));
        } catch (CharacterCodingException e) {
            throw broken(" (it is not text in UTF-8)");
        } catch (IOException e) {
            throw new SettingsException(
                    "The configuration file " + file + " cannot be read: check its path and rights.");
        }
        return found;
    }

    private String text() throws IOException {
        if (Files.size(file) > LARGEST) {
            throw new SettingsException(
                    "The configuration file " + file + " is larger than 1 MiB: is it the right one?");
        }
        return Files.readString(file);
    }

    private void section(String path, Node node) {
        if (!(node instanceof MappingNode mapping)) {
            throw new SettingsException(
                    "The configuration file " + file + " must hold names and values, like server: {port: 8080}.");
        }
        Set<String> seen = new HashSet<>();
        for (NodeTuple tuple : YamlTree.members(mapping)) {
            Node key = tuple.getKeyNode();
            String own = YamlTree.name(tuple);
            if (!seen.add(own)) {
                throw broken(YamlTree.place(key));
            }
            if (++names > MOST_NAMES) {
                throw new SettingsException("The configuration file " + file + " stands for more than " + MOST_NAMES
                        + " names: its aliases repeat each other.");
            }
            entry(path.isEmpty() ? own : path + "." + own, tuple.getValueNode(), origin(key));
        }
    }

    private void entry(String name, Node value, String origin) {
        Optional<Setting<?>> setting = schema.named(name);
        boolean section = schema.isSection(name);
        if (YamlTree.isNull(value) || (setting.isEmpty() && isEmpty(value))) {
            if (setting.isEmpty() && !section) {
                throw SettingsReader.unknown(schema, name, origin);
            }
            return;
        }
        switch (value) {
            case MappingNode mapping when setting.isEmpty() && depth(name) <= DEEPEST -> section(name, mapping);
            case SequenceNode list
            when isA(setting, SettingType.Form.LIST) -> add(name, list(setting.get(), list, origin), origin);
            case MappingNode mapping
            when isA(setting, SettingType.Form.OBJECT) ->
                add(name, object(setting.get(), mapping, origin, 1).bytes().text(), origin);
            case ScalarNode scalar when !section -> add(name, scalar.getValue(), origin);
            default -> throw misplaced(name, setting, origin);
        }
    }

    private void add(String name, String text, String origin) {
        if (found.put(name, new Given(text, origin)) != null) {
            throw new SettingsException("Setting " + name + " is given twice in " + file + ": keep one of them.");
        }
    }

    /** The list as one text with commas; an element that has one itself would come out as two. */
    private static String list(Setting<?> setting, SequenceNode list, String origin) {
        List<String> elements = new ArrayList<>();
        for (Node node : list.getValue()) {
            if (!(node instanceof ScalarNode scalar)
                    || YamlTree.isNull(node)
                    || scalar.getValue().indexOf(',') >= 0) {
                throw wanted(setting, origin);
            }
            elements.add(scalar.getValue());
        }
        if (elements.isEmpty()) {
            throw new SettingsException("Setting " + setting.name() + " from " + origin
                    + " is an empty list: leave it out, or name "
                    + setting.type().allowed() + ".");
        }
        return String.join(",", elements);
    }

    private static boolean isA(Optional<Setting<?>> setting, SettingType.Form form) {
        return setting.filter(it -> it.type().form() == form).isPresent();
    }

    /** Names and their values as JSON has them; there are no lists among them. */
    private Document object(Setting<?> setting, MappingNode mapping, String origin, int depth) {
        Document object = Document.empty();
        for (NodeTuple tuple : YamlTree.members(mapping)) {
            String name = YamlTree.name(tuple);
            if (++names > MOST_NAMES || depth > DEEPEST || object.has(name)) {
                throw wanted(setting, origin);
            }
            object = switch (tuple.getValueNode()) {
                case MappingNode inner -> object.with(name, object(setting, inner, origin, depth + 1));
                case ScalarNode scalar -> with(object, name, scalar);
                default -> throw wanted(setting, origin);
            };
        }
        return object;
    }

    private static Document with(Document object, String name, ScalarNode scalar) {
        String text = scalar.getValue();
        if (scalar.isPlain() && text.matches("-?[0-9]{1,18}")) {
            return object.with(name, Long.parseLong(text));
        }
        boolean flag = scalar.isPlain() && (text.equals("true") || text.equals("false"));
        return flag ? object.with(name, text.equals("true")) : object.with(name, text);
    }

    private SettingsException misplaced(String name, Optional<Setting<?>> setting, String origin) {
        if (setting.isPresent()) {
            return wanted(setting.get(), origin);
        }
        return schema.isSection(name)
                ? new SettingsException(name + " from " + origin + " must hold settings, such as " + schema.below(name)
                        + ": it is none itself.")
                : SettingsReader.unknown(schema, name, origin);
    }

    private static SettingsException wanted(Setting<?> setting, String origin) {
        return new SettingsException("Setting " + setting.name() + " from " + origin + " must be "
                + setting.type().allowed() + ".");
    }

    private static long depth(String name) {
        return name.chars().filter(c -> c == '.').count() + 1;
    }

    private static boolean isEmpty(Node node) {
        return node instanceof MappingNode mapping && mapping.getValue().isEmpty();
    }

    /** The line of the name: that of a value may be far off, where an alias leads. */
    private String origin(Node key) {
        return file
                + key.getStartMark()
                        .map(mark -> " line " + (mark.getLine() + 1))
                        .orElse("");
    }

    private SettingsException broken(String place) {
        return new SettingsException("The configuration file " + file + " is not valid YAML" + place
                + ": check the indentation and the colons there.");
    }

    private void requireKeptSecret() throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view == null) {
            return; // Not a file system with owners and rights of this kind.
        }
        Set<PosixFilePermission> rights = view.readAttributes().permissions();
        for (Map.Entry<String, Given> entry : found.entrySet()) {
            boolean secret = schema.named(entry.getKey())
                    .map(setting -> setting.secret().test(entry.getValue().text()))
                    .orElse(false);
            if (secret && rights.stream().anyMatch(OTHERS::contains)) {
                throw new SettingsException("The configuration file " + file + " holds the secret " + entry.getKey()
                        + ", but others may read it: run chmod 600 " + file + " first.");
            }
        }
    }
}
