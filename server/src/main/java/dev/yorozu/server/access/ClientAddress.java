package dev.yorozu.server.access;

import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.files.SecretFile;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.net.AddressRange;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Who a request comes from, as far as an address can tell, in a form that does not give the address away.
 *
 * <p>It is the address of the connection. When that belongs to a proxy of ours, it is the nearest address in
 * {@code X-Forwarded-For} that does not: everything further to the left was written by the client. One subscriber has a
 * whole /64 of IPv6, so that those addresses count as one.
 */
public final class ClientAddress {
    /** The salt where nobody set one: made once and kept in the data directory. */
    public static final SecretFile SALT = new SecretFile("address.salt", "salt", "addressSalt");

    /** How many digests are kept at hand: a client asks more than once. */
    private static final int KEPT_IDS = 1024;

    private static final int HEX_BYTES = 8;
    private static final int SUBSCRIBER_BYTES = 8;
    /** More hops than any real chain of proxies has. */
    private static final int MOST_HOPS = 32;

    private final List<AddressRange> proxies;
    private final byte[] salt;
    /** The newest digest at each place, which the hash of its address decides. */
    private final AtomicReferenceArray<@Nullable Known> ids = new AtomicReferenceArray<>(KEPT_IDS);

    private record Known(InetAddress address, String id) {}

    /**
     * Addresses under a salt.
     *
     * @param salt servers that count together share it
     */
    public ClientAddress(List<AddressRange> proxies, byte[] salt) {
        this.proxies = List.copyOf(proxies);
        this.salt = salt.clone();
    }

    /** The first 16 hexadecimal digits of a salted SHA-256. */
    public String id(Call call) {
        return id(of(call));
    }

    /** As the other, of an address that is known. */
    public String id(InetAddress address) {
        int place = Math.floorMod(address.hashCode(), KEPT_IDS);
        Known known = ids.get(place);
        if (known == null || !known.address().equals(address)) {
            known = new Known(address, digest(address.getAddress()));
            ids.set(place, known);
        }
        return known.id();
    }

    private String digest(byte[] address) {
        int length = address.length == 16 ? SUBSCRIBER_BYTES : address.length;
        byte[] salted = Arrays.copyOf(salt, salt.length + length);
        System.arraycopy(address, 0, salted, salt.length, length);
        return HexFormat.of().formatHex(Digests.sha256(salted), 0, HEX_BYTES);
    }

    /** The address of a subscriber in plain text, for what is hashed with a secret of its own. */
    public String subscriber(Call call) {
        InetAddress address = of(call);
        byte[] bytes = address.getAddress();
        return bytes.length == 16
                ? HexFormat.of().formatHex(bytes, 0, SUBSCRIBER_BYTES) + "/64"
                : address.getHostAddress();
    }

    /**
     * What stands for a subscriber in keys: the address itself where storage is as documented, else its digest. A network of
     * IPv6 is spelled with a slash that no key can hold.
     */
    public String keyPart(Call call, Storage storage) {
        return switch (storage) {
            case DOCUMENTED -> subscriber(call).replace(':', '-').replace('/', '-');
            case HARDENED -> id(call);
        };
    }

    /** Whether the connection comes from a proxy of ours, whose word about the client counts. */
    public boolean isProxied(Call call) {
        return isProxy(call.remoteAddress());
    }

    /** The address itself, for what is kept in memory alone. */
    public InetAddress of(Call call) {
        InetAddress nearest = call.remoteAddress();
        if (!isProxied(call)) {
            return nearest;
        }
        String hops = call.header("X-Forwarded-For").orElse("");
        int end = hops.length();
        for (int i = 0; i < MOST_HOPS && end >= 0; i++) {
            int comma = hops.lastIndexOf(',', end - 1);
            InetAddress hop =
                    AddressRange.address(hops.substring(comma + 1, end).strip()).orElse(null);
            end = comma;
            if (hop == null) {
                return nearest; // Nobody can have come from there: count by the last that we know.
            }
            nearest = hop;
            if (!isProxy(hop)) {
                return hop;
            }
        }
        return nearest;
    }

    private boolean isProxy(InetAddress address) {
        return AddressRange.anyContains(proxies, address);
    }
}
