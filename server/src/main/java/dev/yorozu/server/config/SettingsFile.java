package dev.yorozu.server.config;

import dev.yorozu.server.config.Settings.Given;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** One YAML file of settings: nested names, or dotted ones, with a plain value each. */
final class SettingsFile {
    private static final Set<PosixFilePermission> OTHERS =
            Set.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);
    private static final long LARGEST = 1 << 20;

    private final SettingsSchema schema;
    private final Path file;
    private final Map<String, Given> found = new HashMap<>();

    SettingsFile(SettingsSchema schema, Path file) {
        this.schema = schema;
        this.file = file;
    }

    Map<String, Given> read() {
        try {
            byte[] bytes = bytes();
            parse(bytes);
            requireKeptSecret();
        } catch (JacksonException e) {
            throw broken(e);
        } catch (IOException e) {
            throw new SettingsException(
                    "The configuration file " + file + " cannot be read: check its path and rights.");
        }
        return found;
    }

    private byte[] bytes() throws IOException {
        if (Files.size(file) > LARGEST) {
            throw new SettingsException(
                    "The configuration file " + file + " is larger than 1 MiB: is it the right one?");
        }
        return Files.readAllBytes(file);
    }

    private void parse(byte[] bytes) {
        YAMLMapper mapper = YAMLMapper.builder(new YAMLFactory())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
        try (JsonParser parser = mapper.createParser(bytes)) {
            JsonToken first = parser.nextToken();
            if (first == null || first == JsonToken.VALUE_NULL) {
                return; // A file of nothing but comments.
            }
            if (first != JsonToken.START_OBJECT) {
                throw new SettingsException(
                        "The configuration file " + file + " must hold names and values, like server: {port: 8080}.");
            }
            parse(parser);
        }
    }

    private void parse(JsonParser parser) {
        Deque<String> path = new ArrayDeque<>();
        JsonToken token = parser.nextToken();
        while (token != null) {
            switch (token) {
                case PROPERTY_NAME -> path.addLast(parser.currentName());
                case START_OBJECT -> {}
                case END_OBJECT -> path.pollLast();
                case START_ARRAY, VALUE_NULL -> throw plainValueWanted(parser, path);
                default -> {
                    add(parser, String.join(".", path));
                    path.removeLast();
                }
            }
            token = parser.nextToken();
        }
    }

    private void add(JsonParser parser, String name) {
        if (found.put(name, new Given(parser.getString(), origin(parser))) != null) {
            throw new SettingsException("Setting " + name + " is given twice in " + file + ": keep one of them.");
        }
    }

    private SettingsException plainValueWanted(JsonParser parser, Deque<String> path) {
        String name = String.join(".", path).replaceAll("\\p{Cntrl}", "?");
        String allowed = schema.named(name)
                .map(setting -> "must be " + setting.type().allowed())
                .orElse("must be a plain value");
        return new SettingsException("Setting " + name + " from " + origin(parser) + " " + allowed + ".");
    }

    private String origin(JsonParser parser) {
        return file + " line " + parser.currentTokenLocation().getLineNr();
    }

    private SettingsException broken(JacksonException e) {
        return new SettingsException("The configuration file " + file + " is not valid YAML at line "
                + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr()
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
