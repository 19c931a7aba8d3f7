package dev.yorozu.membership;

import dev.yorozu.json.Document;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A JSON:API answer: what it is about, and the resources that it includes. What is missing or of another shape than
 * expected is as if it were not there.
 */
final class JsonApiDocument {
    private final Document subject;
    private final Map<Ref, Document> included = new HashMap<>();

    /** The name of a resource. */
    record Ref(String type, String id) {
        static Optional<Ref> of(Document resource) {
            return resource.text("type").flatMap(type -> resource.text("id").map(id -> new Ref(type, id)));
        }
    }

    JsonApiDocument(Document answer) {
        subject = answer.document("data").orElse(Document.empty());
        for (Document resource : answer.documents("included")) {
            Ref.of(resource).ifPresent(ref -> included.putIfAbsent(ref, resource));
        }
    }

    /** What the answer is about, if it is of this type. */
    Optional<Document> subject(String type) {
        return Optional.of(subject)
                .filter(resource -> resource.text("type").filter(type::equals).isPresent());
    }

    /** All included resources of a type, by their ids so that their order does not matter. */
    List<Document> all(String type) {
        return included.entrySet().stream()
                .filter(resource -> resource.getKey().type().equals(type))
                .sorted(Map.Entry.comparingByKey(Comparator.comparing(Ref::id)))
                .map(Map.Entry::getValue)
                .toList();
    }

    Optional<Document> find(Ref ref) {
        return Optional.ofNullable(included.get(ref));
    }

    static Document attributes(Document resource) {
        return resource.document("attributes").orElse(Document.empty());
    }

    /** The resource that a relationship to one names. */
    static Optional<Ref> one(Document resource, String relationship) {
        return related(resource, relationship).document("data").flatMap(Ref::of);
    }

    /** Whether anything is said of a relationship, and be it that there is none. */
    static boolean says(Document resource, String relationship) {
        return resource.document("relationships")
                .filter(all -> all.has(relationship))
                .isPresent();
    }

    /** The resources that a relationship to many names. */
    static List<Ref> many(Document resource, String relationship) {
        return related(resource, relationship).documents("data").stream()
                .map(Ref::of)
                .flatMap(Optional::stream)
                .toList();
    }

    private static Document related(Document resource, String relationship) {
        return resource.document("relationships")
                .flatMap(all -> all.document(relationship))
                .orElse(Document.empty());
    }
}
