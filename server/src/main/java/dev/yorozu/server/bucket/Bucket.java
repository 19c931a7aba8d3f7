package dev.yorozu.server.bucket;

import dev.yorozu.server.bucket.BucketException.Reason;
import dev.yorozu.server.bucket.BucketRequests.Asked;
import dev.yorozu.server.outgoing.HttpOutgoing;
import dev.yorozu.store.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files of one place in a storage. A file is there whole or not at all; one that was just written is seen by all who ask
 * afterwards, as every storage of today promises. Safe for use by many threads.
 */
public final class Bucket {
    private static final Map<String, String> NO_HEADERS = Map.of();
    private static final byte[] NOTHING = {};
    /** A place with more files than this is used for something else. */
    private static final int MOST_PAGES = 100;

    private final BucketRequests requests;
    private final BucketAddress place;
    private final BucketPolicy policy;

    /** @param outgoing stays the caller's */
    public Bucket(
            HttpOutgoing outgoing, BucketAccess access, BucketAddress place, BucketPolicy policy, InstantSource clock) {
        this.requests = new BucketRequests(outgoing, access, place.bucket(), policy, clock);
        this.place = place;
        this.policy = policy;
    }

    /** A file by its name below the place. */
    public record Entry(String name, long bytes) {}

    /** All files directly below the place, by their names. */
    public List<Entry> list() throws IOException {
        String prefix = place.key("");
        List<Entry> entries = new ArrayList<>();
        SortedMap<String, String> query = new TreeMap<>(Map.of("list-type", "2", "delimiter", "/", "prefix", prefix));
        for (int page = 0; page < MOST_PAGES; page++) {
            BucketAnswer answer =
                    answered(requests.send(new Asked("GET", "", query, NO_HEADERS, NOTHING), Set.of(200)));
            for (Map<String, String> entry : answer.entries()) {
                entry(entry, prefix).ifPresent(entries::add);
            }
            Optional<String> next = answer.field("NextContinuationToken");
            if (!answer.field("IsTruncated").equals(Optional.of("true")) || next.isEmpty()) {
                return List.copyOf(entries);
            }
            query.put("continuation-token", next.get());
        }
        throw new BucketException(Reason.REFUSED, "There are too many files in " + place + ": give a place of its own");
    }

    private static Optional<Entry> entry(Map<String, String> fields, String prefix) {
        String key = fields.getOrDefault("Key", "");
        String size = fields.getOrDefault("Size", "");
        return key.length() > prefix.length() && key.startsWith(prefix) && size.matches("\\d{1,18}")
                ? Optional.of(new Entry(key.substring(prefix.length()), Long.parseLong(size)))
                : Optional.empty();
    }

    /** Writes a file, which is there when {@link BucketOutput#complete} has returned, and not before. */
    public BucketOutput write(String name) {
        return new BucketOutput(this, name, policy.partBytes());
    }

    /** Reads a file from its beginning, a part at a time. */
    public InputStream read(String name) {
        return read(name, policy.partBytes());
    }

    /** The same by parts of so many bytes. */
    public InputStream read(String name, int partBytes) {
        return new BucketInput(this, name, partBytes);
    }

    /** Deletes a file; does nothing where there is none. */
    public void delete(String name) throws IOException {
        requests.send(
                new Asked("DELETE", place.key(name), new TreeMap<>(), NO_HEADERS, NOTHING), Set.of(200, 204, 404));
    }

    void put(String name, byte[] content) throws IOException {
        requests.send(new Asked("PUT", place.key(name), new TreeMap<>(), digest(content), content), Set.of(200));
    }

    /** What Amazon wants to have in a bucket with object lock, though the signature covers the content already. */
    private static Map<String, String> digest(byte[] content) {
        try {
            byte[] md5 = MessageDigest.getInstance("MD5").digest(content);
            return Map.of("Content-MD5", Base64.getEncoder().encodeToString(md5));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has MD5", impossible);
        }
    }

    /** The bytes from one on to another, both taken along. */
    HttpResponse<Bytes> range(String name, long from, long to) throws IOException {
        Map<String, String> range = Map.of("Range", "bytes=" + from + "-" + to);
        return requests.send(new Asked("GET", place.key(name), new TreeMap<>(), range, NOTHING), Set.of(206));
    }

    /** Begins to write a file by parts, and gives what names this upload. */
    String begin(String name) throws IOException {
        SortedMap<String, String> query = new TreeMap<>(Map.of("uploads", ""));
        return answered(requests.send(new Asked("POST", place.key(name), query, NO_HEADERS, NOTHING), Set.of(200)))
                .field("UploadId")
                .orElseThrow(Bucket::unknown);
    }

    /** Writes one part, and gives the tag by which it is named at the end. */
    String part(String name, String upload, int number, byte[] content) throws IOException {
        SortedMap<String, String> query =
                new TreeMap<>(Map.of("partNumber", Integer.toString(number), "uploadId", upload));
        return requests.send(new Asked("PUT", place.key(name), query, digest(content), content), Set.of(200))
                .headers()
                .firstValue("ETag")
                .orElseThrow(Bucket::unknown);
    }

    /** Makes a file of these parts. A storage may find out that it cannot after it has answered that it does. */
    void complete(String name, String upload, List<String> tags) throws IOException {
        StringBuilder parts = new StringBuilder("<CompleteMultipartUpload>");
        for (int i = 0; i < tags.size(); i++) {
            parts.append("<Part><PartNumber>").append(i + 1).append("</PartNumber><ETag>");
            parts.append(tags.get(i).replace("&", "&amp;").replace("<", "&lt;")).append("</ETag></Part>");
        }
        byte[] body = parts.append("</CompleteMultipartUpload>").toString().getBytes(StandardCharsets.UTF_8);
        SortedMap<String, String> query = new TreeMap<>(Map.of("uploadId", upload));
        BucketAnswer answer =
                answered(requests.send(new Asked("POST", place.key(name), query, NO_HEADERS, body), Set.of(200)));
        if (answer.fault().isPresent()) {
            throw new BucketException(Reason.REFUSED, "The storage could not put the parts of a file together");
        }
    }

    /** Gives the parts of an upload up. */
    void abort(String name, String upload) throws IOException {
        SortedMap<String, String> query = new TreeMap<>(Map.of("uploadId", upload));
        requests.send(new Asked("DELETE", place.key(name), query, NO_HEADERS, NOTHING), Set.of(200, 204, 404));
    }

    private static BucketAnswer answered(HttpResponse<Bytes> response) throws BucketException {
        return BucketAnswer.read(response.body()).orElseThrow(Bucket::unknown);
    }

    private static BucketException unknown() {
        return new BucketException(Reason.REFUSED, "What answers at the endpoint does not speak the protocol of S3");
    }

    @Override
    public String toString() {
        return place.toString();
    }
}
