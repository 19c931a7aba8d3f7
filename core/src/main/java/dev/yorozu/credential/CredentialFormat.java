package dev.yorozu.credential;

import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A credential as it lies in the store: a JSON object. */
final class CredentialFormat {
    private CredentialFormat() {}

    static Bytes bytes(Credential credential) {
        Rights rights = credential.rights();
        Document document = Document.empty()
                .with("keys", rights.keys())
                .with(
                        "may",
                        new TreeSet<>(rights.permissions())
                                .stream().map(Permission::word).toList())
                .with(
                        "scopes",
                        rights.scopes().stream().map(Scope::toString).sorted().toList())
                .with("made", credential.made().toEpochMilli())
                .with("issued", credential.issued().toEpochMilli())
                .with("digest", credential.digest());
        return credential
                .earlier()
                .map(earlier -> document.with(
                        "earlier",
                        Document.empty()
                                .with("digest", earlier.digest())
                                .with("ends", earlier.ends().toEpochMilli())))
                .orElse(document)
                .bytes();
    }

    /**
     * Reads one; empty for what is none. Of rights that this version does not know none are given.
     */
    static Optional<Credential> read(String name, Bytes stored) {
        return Document.parse(stored).flatMap(document -> read(name, document));
    }

    private static Optional<Credential> read(String name, Document document) {
        OptionalLong made = document.number("made");
        OptionalLong issued = document.number("issued");
        Optional<String> digest = document.text("digest");
        if (made.isEmpty() || issued.isEmpty() || digest.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Credential(
                    name,
                    rights(document),
                    Instant.ofEpochMilli(made.getAsLong()),
                    Instant.ofEpochMilli(issued.getAsLong()),
                    digest.get(),
                    document.document("earlier").flatMap(CredentialFormat::earlier)));
        } catch (IllegalArgumentException impossible) {
            return Optional.empty();
        }
    }

    private static Rights rights(Document document) {
        Set<Permission> permissions = document.texts("may").stream()
                .flatMap(word -> Permission.of(word).stream())
                .collect(Collectors.toUnmodifiableSet());
        Set<Scope> scopes = document.texts("scopes").stream()
                .flatMap(text -> Scope.of(text).stream())
                .collect(Collectors.toUnmodifiableSet());
        return new Rights(document.texts("keys"), permissions, scopes);
    }

    private static Optional<Credential.Earlier> earlier(Document document) {
        OptionalLong ends = document.number("ends");
        return ends.isEmpty()
                ? Optional.empty()
                : document.text("digest")
                        .map(digest -> new Credential.Earlier(digest, Instant.ofEpochMilli(ends.getAsLong())));
    }
}
