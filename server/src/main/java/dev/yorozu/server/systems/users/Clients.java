package dev.yorozu.server.systems.users;

import dev.yorozu.account.Field;
import dev.yorozu.account.MaskedAddress;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.http.Call;
import java.net.InetAddress;
import java.util.stream.Collectors;

/** Tells where calls come from. */
final class Clients {
    private final ClientAddress addresses;
    private final Storage storage;

    Clients(ClientAddress addresses, Storage storage) {
        this.addresses = addresses;
        this.storage = storage;
    }

    Client of(Call call) {
        InetAddress address = addresses.of(call);
        MaskedAddress masked = MaskedAddress.of(address);
        String shown = storage == Storage.DOCUMENTED ? address.getHostAddress() : masked.text();
        return new Client(addresses.id(call), masked, shown, addresses.keyPart(call, storage), agent(call));
    }

    private static String agent(Call call) {
        return call.header("User-Agent")
                .orElse("")
                .codePoints()
                .filter(c -> !Character.isISOControl(c))
                .limit(Field.USER_AGENT.longest())
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }
}
