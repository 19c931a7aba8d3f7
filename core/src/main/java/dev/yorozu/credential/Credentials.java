package dev.yorozu.credential;

import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.recovery.RecoveryCutoff;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The credentials of a store. A secret is shown once, when it is issued; the store has its digest, which is that of 256 random
 * bits and so needs no slow hash.
 *
 * <p>Every change is one batch: the records and the list of their names share a partition, so that a crash leaves neither
 * without the other. Of concurrent changes of one credential each sees what the one before left.
 *
 * <p>A recovery cannot know whether a credential that it finds was removed meanwhile. So those that were issued before it are
 * suspended until an operator confirms them, or gives them a new secret. Safe for use by many threads.
 */
public final class Credentials {
    /** The most that there can be. */
    public static final int MOST = 1_000;

    private static final Key LIST = ServerKeys.CREDENTIALS.key(ServerKeys.ALL_CREDENTIALS);

    private final Store store;
    private final RandomTokens random;
    private final InstantSource clock;

    public Credentials(Store store, RandomTokens random, InstantSource clock) {
        this.store = store;
        this.random = random;
        this.clock = clock;
    }

    /** What comes of making a credential. */
    public sealed interface Creation {
        /** @param secret shown to its owner, and nowhere else */
        record Created(Credential credential, CredentialSecret secret) implements Creation {}

        /** There is one of this name. */
        record NameTaken() implements Creation {}

        /** There are {@link #MOST} already. */
        record TooMany() implements Creation {}
    }

    /** A credential, and whether a recovery suspended it. */
    public record Listed(Credential credential, boolean suspended) {}

    /** Makes a credential; a name that cannot be one is a fault. */
    public Creation create(String name, Rights rights) {
        Instant now = clock.instant();
        CredentialSecret secret = CredentialSecret.next(name, random);
        Credential made = new Credential(name, rights, now, now, secret.digest(), Optional.empty());
        Commit commit = store.commit(Batch.builder()
                .require(Guard.absent(key(name)))
                .require(Guard.sizeBelow(LIST, MOST))
                .put(key(name), CredentialFormat.bytes(made), Expiry.never())
                .setAdd(LIST, Bytes.of(name))
                .build());
        return switch (commit) {
            case Commit.Applied applied -> new Creation.Created(made, secret);
            case Commit.Rejected rejected when rejected.guard() instanceof Guard.Absent -> new Creation.NameTaken();
            case Commit.Rejected rejected -> new Creation.TooMany();
        };
    }

    /**
     * Gives a credential a new secret, which counts at once; empty when there is none of this name.
     *
     * @param grace how long the present secret counts beside it, so that programs can change over one after the other
     */
    public Optional<CredentialSecret> rotate(String name, Duration grace) {
        CredentialSecret secret = CredentialSecret.next(name, random);
        Instant now = clock.instant();
        return change(name, present -> present.withSecret(secret.digest(), now, now.plus(grace)))
                .map(changed -> secret);
    }

    /** Gives a credential other rights; empty when there is none of this name. */
    public Optional<Credential> allow(String name, Rights rights) {
        return change(name, present -> present.withRights(rights));
    }

    /** Lets a credential that a recovery suspended count again; empty when there is none of this name. */
    public Optional<Credential> confirm(String name) {
        return change(name, present -> present.confirmed(clock.instant()));
    }

    /** Removes a credential; false when there was none. */
    public boolean remove(String name) {
        return store.apply(Batch.builder()
                .require(Guard.present(key(name)))
                .delete(key(name))
                .setRemove(LIST, Bytes.of(name)));
    }

    /** All that there are, by their names. */
    public List<Listed> list() {
        List<String> names = store.members(LIST).stream()
                .map(Bytes::text)
                .filter(Credential::isName)
                .collect(Collectors.collectingAndThen(Collectors.toCollection(TreeSet::new), List::copyOf));
        List<Read<Optional<Bytes>>> questions = new ArrayList<>(List.of(RecoveryCutoff.READ));
        names.forEach(name -> questions.add(new Read.Get(key(name))));
        List<Optional<Bytes>> answers = store.readAll(questions);
        List<Listed> listed = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            answers.get(i + 1)
                    .flatMap(stored -> CredentialFormat.read(name, stored))
                    .ifPresent(found -> listed.add(new Listed(found, !isAdmitted(found, answers.getFirst()))));
        }
        return listed;
    }

    /** The credential whose secret this is, and that counts now; asks the store once. */
    public Optional<Credential> authenticate(CredentialSecret secret) {
        List<Optional<Bytes>> answers = store.readAll(List.of(RecoveryCutoff.READ, new Read.Get(key(secret.name()))));
        Optional<Credential> found = answers.getLast().flatMap(stored -> CredentialFormat.read(secret.name(), stored));
        String digest = secret.digest();
        boolean current = Digests.same(found.map(Credential::digest).orElse(""), digest);
        boolean replaced = Digests.same(
                found.flatMap(credential -> credential.earlier(clock.instant()))
                        .map(Credential.Earlier::digest)
                        .orElse(""),
                digest);
        return found.filter(credential -> (current || replaced) && isAdmitted(credential, answers.getFirst()));
    }

    private static boolean isAdmitted(Credential credential, Optional<Bytes> cutoff) {
        return RecoveryCutoff.admits(credential.issued(), cutoff);
    }

    private Optional<Credential> change(String name, UnaryOperator<Credential> change) {
        while (true) {
            Optional<Bytes> seen = store.get(key(name));
            Optional<Credential> changed =
                    seen.flatMap(stored -> CredentialFormat.read(name, stored)).map(change);
            if (changed.isEmpty()
                    || store.apply(Batch.builder()
                            .require(Guard.unchanged(key(name), seen))
                            .put(key(name), CredentialFormat.bytes(changed.get()), Expiry.never()))) {
                return changed;
            }
        }
    }

    private static Key key(String name) {
        return ServerKeys.CREDENTIAL.key(ServerKeys.ALL_CREDENTIALS, name);
    }
}
