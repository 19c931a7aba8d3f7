package dev.yorozu.server.systems.patreon;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.ClientAddress;

/** Tells where calls come from. */
final class Clients {
    private final ClientAddress addresses;
    private final Storage storage;

    Clients(ClientAddress addresses, Storage storage) {
        this.addresses = addresses;
        this.storage = storage;
    }

    Client of(Call call) {
        String id = addresses.id(call);
        return new Client(
                id,
                switch (storage) {
                    case DOCUMENTED -> subject(call);
                    case HARDENED -> id;
                });
    }

    /** A subscriber of IPv6 has a whole network, which is spelled with a slash that no key can hold. */
    private String subject(Call call) {
        return addresses.subscriber(call).replace(':', '-').replace('/', '-');
    }
}
