import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a layout of OCI's image specification from layers that are tar files, with the file beside it by which an older
 * {@code docker load} finds them. The same input gives the same bytes.
 *
 * <p>Arguments: the directory, the version, the commit, the second it was made, the user's number, and the layers.
 */
final class OciImage {
    private static final String PROGRAM = "/opt/yorozu";
    private static final String DATA = "/var/lib/yorozu";
    private static final List<String> COMMAND = List.of(
            PROGRAM + "/runtime/bin/java",
            "@" + PROGRAM + "/lib/options",
            "-XX:AOTCache=" + PROGRAM + "/lib/classes",
            "-Djava.library.path=" + PROGRAM + "/lib",
            "-jar",
            PROGRAM + "/lib/yorozu.jar");

    /** What is named by its digest. */
    private record Blob(String digest, long size) {
        String path() {
            return "blobs/sha256/" + digest;
        }

        String descriptor(String type) {
            return "{\"mediaType\":\"application/vnd.oci.image.%s\",\"digest\":\"sha256:%s\",\"size\":%d"
                    .formatted(type, digest, size);
        }
    }

    private final Path directory;

    private OciImage(Path directory) throws IOException {
        this.directory = directory;
        Files.createDirectories(directory.resolve("blobs/sha256"));
    }

    public static void main(String[] arguments) throws Exception {
        new OciImage(Path.of(arguments[0]))
                .write(
                        arguments[1],
                        arguments[2],
                        Instant.ofEpochSecond(Long.parseLong(arguments[3])),
                        arguments[4],
                        Arrays.stream(arguments).skip(5).map(Path::of).toList());
    }

    private void write(String version, String commit, Instant made, String user, List<Path> tars) throws Exception {
        List<String> unpacked = new ArrayList<>();
        List<Blob> layers = new ArrayList<>();
        for (Path tar : tars) {
            unpacked.add("sha256:" + digest(tar));
            layers.add(packed(tar));
        }
        Blob config = blob(config(version, commit, made, user, unpacked));
        Blob manifest = blob("{\"schemaVersion\":2,\"mediaType\":\"application/vnd.oci.image.manifest.v1+json\",\"config\":"
                + config.descriptor("config.v1+json") + "},\"layers\":"
                + layers.stream()
                        .map(layer -> layer.descriptor("layer.v1.tar+gzip") + "}")
                        .collect(Collectors.joining(",", "[", "]"))
                + "}");
        text("oci-layout", "{\"imageLayoutVersion\":\"1.0.0\"}");
        text(
                "index.json",
                "{\"schemaVersion\":2,\"mediaType\":\"application/vnd.oci.image.index.v1+json\",\"manifests\":["
                        + manifest.descriptor("manifest.v1+json")
                        + ",\"platform\":{\"architecture\":\"amd64\",\"os\":\"linux\"},\"annotations\":{"
                        + "\"io.containerd.image.name\":\"docker.io/library/yorozu:" + version
                        + "\",\"org.opencontainers.image.ref.name\":\"" + version + "\"}}]}");
        text(
                "manifest.json",
                "[{\"Config\":\"" + config.path() + "\",\"RepoTags\":[\"yorozu:" + version + "\"],\"Layers\":"
                        + array(layers.stream().map(Blob::path).toList()) + "}]");
    }

    /** {@code Healthcheck} is Docker's own: other engines leave it alone. */
    private static String config(String version, String commit, Instant made, String user, List<String> layers) {
        return """
                {"created":"%s","architecture":"amd64","os":"linux","config":{"User":"%s:%s","WorkingDir":"%s",\
                "Env":%s,"Entrypoint":%s,"Cmd":["serve"],"ExposedPorts":{"8080/tcp":{}},"Volumes":{"%s":{}},\
                "StopSignal":"SIGTERM","Healthcheck":{"Test":%s,"Interval":30000000000,"Timeout":15000000000,\
                "StartPeriod":30000000000,"Retries":3},"Labels":{"org.opencontainers.image.title":"Yorozu",\
                "org.opencontainers.image.version":"%s","org.opencontainers.image.revision":"%s",\
                "org.opencontainers.image.licenses":"Apache-2.0","org.opencontainers.image.url":"https://yorozu.dev"}},\
                "rootfs":{"type":"layers","diff_ids":%s}}"""
                .formatted(
                        made,
                        user,
                        user,
                        DATA,
                        array(List.of(
                                "PATH=" + PROGRAM + "/runtime/bin",
                                "MALLOC_ARENA_MAX=2",
                                "YOROZU_DATA=" + DATA,
                                "YOROZU_SERVER_HOST=0.0.0.0")),
                        array(COMMAND),
                        DATA,
                        array(Stream.of(List.of("CMD"), COMMAND, List.of("health"))
                                .flatMap(List::stream)
                                .toList()),
                        version,
                        commit,
                        array(layers));
    }

    private static String array(List<String> texts) {
        return texts.stream().collect(Collectors.joining("\",\"", "[\"", "\"]"));
    }

    private Blob packed(Path tar) throws Exception {
        Path packed = directory.resolve("layer");
        try (InputStream in = Files.newInputStream(tar);
                OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed), 1 << 16)) {
            in.transferTo(out);
        }
        Blob blob = new Blob(digest(packed), Files.size(packed));
        Files.move(packed, directory.resolve(blob.path()), StandardCopyOption.REPLACE_EXISTING);
        return blob;
    }

    private Blob blob(String text) throws Exception {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Blob blob = new Blob(HexFormat.of().formatHex(sha256().digest(bytes)), bytes.length);
        Files.write(directory.resolve(blob.path()), bytes);
        return blob;
    }

    private void text(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    private static String digest(Path file) throws Exception {
        try (DigestInputStream in = new DigestInputStream(Files.newInputStream(file), sha256())) {
            in.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(in.getMessageDigest().digest());
        }
    }

    private static MessageDigest sha256() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("SHA-256");
    }
}
