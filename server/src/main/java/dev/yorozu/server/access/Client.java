package dev.yorozu.server.access;

import dev.yorozu.account.Field;
import dev.yorozu.account.MaskedAddress;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.http.Call;
import java.util.stream.Collectors;

/** Where a call comes from, in the forms that may be kept. Made for one call; each form is worked out when it is asked for. */
public final class Client {
    private final Call call;
    private final ClientAddress addresses;
    private final Storage storage;

    Client(Call call, ClientAddress addresses, Storage storage) {
        this.call = call;
        this.addresses = addresses;
        this.storage = storage;
    }

    /** A digest that stands for the address. */
    public String id() {
        return addresses.id(call);
    }

    /** The address, masked. */
    public MaskedAddress masked() {
        return MaskedAddress.of(addresses.of(call));
    }

    /** The address as sessions show it to their owner: whole where storage is as documented, else masked. */
    public String shown() {
        return storage == Storage.DOCUMENTED ? addresses.of(call).getHostAddress() : masked().text();
    }

    /** The address as the documented limits count it, fit for a key. */
    public String subject() {
        return addresses.keyPart(call, storage);
    }

    /** The address in plain text, for what is hashed with a secret of its own. */
    public String subscriber() {
        return addresses.subscriber(call);
    }

    /** What the program says that it is, cut to what is kept; may be empty. */
    public String agent() {
        return call.header("User-Agent")
                .orElse("")
                .codePoints()
                .filter(c -> !Character.isISOControl(c))
                .limit(Field.USER_AGENT.longest())
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }
}
