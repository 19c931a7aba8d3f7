package dev.yorozu.server.systems.patreon;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.http.Call;

/** Tells where calls come from. */
final class Clients {
    private final ClientAddress addresses;
    private final Storage storage;

    Clients(ClientAddress addresses, Storage storage) {
        this.addresses = addresses;
        this.storage = storage;
    }

    Client of(Call call) {
        return new Client(addresses.id(call), addresses.keyPart(call, storage));
    }
}
