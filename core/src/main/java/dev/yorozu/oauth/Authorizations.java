package dev.yorozu.oauth;

import dev.yorozu.json.Document;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Sign-ins that were started and wait for the browser to come back from the provider.
 *
 * <p>Each is one record under its state, gone after the layout's life. {@link #consume} takes it in one step, so that of
 * any number of callbacks with one state exactly one goes on. A crash behind that step loses the sign-in, never repeats
 * it: the person starts anew.
 */
public final class Authorizations {
    private static final int STATE_BYTES = 16;

    private final Store store;
    private final AuthorizationLayout layout;
    private final Storage storage;
    private final RandomTokens random;

    public Authorizations(Store store, AuthorizationLayout layout, Storage storage, RandomTokens random) {
        this.store = store;
        this.layout = layout;
        this.storage = storage;
        this.random = random;
    }

    /** A sign-in that was started. Its text form shows neither part. */
    public record Started(String state, Pkce pkce) {
        @Override
        public String toString() {
            return "Started[…]";
        }
    }

    /** A sign-in that came back: what {@link #begin} was given, opened. */
    public record Consumed(Pkce pkce, Document extras) {}

    /** Starts a sign-in and keeps the given fields with it. */
    public Started begin(Document extras) {
        String state = random.base64url(STATE_BYTES);
        Pkce pkce = Pkce.create(random);
        Document plain = Document.empty()
                .with(AuthorizationLayout.VERIFIER, pkce.verifier())
                .withAll(extras);
        Document record = plain;
        for (String field : layout.secretFields()) {
            record = record.withIfPresent(
                    field, plain.text(field).map(secret -> storage.seal(state, field, secret, random)));
        }
        Key key = layout.pattern().key(storage.keyPart(state));
        store.commit(Batch.builder()
                .put(key, record.bytes(), Expiry.after(layout.life()))
                .build());
        return new Started(state, pkce);
    }

    /** The sign-in with this state, which is over for every other caller; empty for a text that is no state of ours. */
    public Optional<Consumed> consume(String state) {
        if (layout.pattern().find(state).isEmpty()) {
            return Optional.empty();
        }
        Key key = layout.pattern().key(storage.keyPart(state));
        Commit commit = store.commit(Batch.builder().take(key).build());
        Optional<Bytes> taken = commit instanceof Commit.Applied applied ? applied.value(0) : Optional.empty();
        return taken.flatMap(Document::parse).flatMap(record -> open(state, record));
    }

    private Optional<Consumed> open(String state, Document record) {
        Document opened = record;
        for (String field : layout.secretFields()) {
            Optional<String> stored = record.text(field);
            Optional<String> secret = stored.flatMap(text -> storage.open(state, field, text));
            if (stored.isPresent() && secret.isEmpty()) {
                return Optional.empty();
            }
            opened = opened.withIfPresent(field, secret);
        }
        Document extras = opened.without(AuthorizationLayout.VERIFIER);
        return opened.text(AuthorizationLayout.VERIFIER).map(verifier -> new Consumed(new Pkce(verifier), extras));
    }

    /**
     * Where to send the browser.
     *
     * @param more parameters of this sign-in alone, behind all others
     */
    public static URI authorizeUrl(Provider provider, String redirectUri, Started started, Map<String, String> more) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("response_type", "code");
        query.put("client_id", provider.clientId());
        query.put("redirect_uri", redirectUri);
        query.put("scope", String.join(" ", provider.scopes()));
        query.put("state", started.state());
        query.put("code_challenge", started.pkce().challenge());
        query.put("code_challenge_method", Pkce.METHOD);
        query.putAll(provider.parameters());
        query.putAll(more);
        String base = provider.authorizeUrl().toString();
        return URI.create(base + (base.contains("?") ? "&" : "?") + FormText.of(query));
    }
}
