package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Device;
import dev.yorozu.account.Directory;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.server.access.AccountHistory;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Client;
import dev.yorozu.token.ledger.Logins;
import java.util.List;
import java.util.Optional;

/** Shows people their devices, and ends what runs on one of them. */
final class DeviceOperations {
    private final Directory directory;
    private final Logins tokens;
    private final AuditTrail trail;
    private final AccountHistory history;

    DeviceOperations(Directory directory, Logins tokens, AuditTrail trail, AccountHistory history) {
        this.directory = directory;
        this.tokens = tokens;
        this.trail = trail;
        this.history = history;
    }

    /** The last seen first. */
    List<Device> devices(Caller caller) {
        return directory.devices(caller.account().id());
    }

    /** The public id of the device that the caller's access token was issued to. */
    Optional<String> current(Caller caller) {
        return tokens.ofAccess(caller.user(), caller.jwt().id())
                .flatMap(login -> login.attributes().text(LoginIssuance.DEVICE));
    }

    /**
     * Ends every login on a device, access tokens included, and forgets it. Says whether the caller has such a device.
     *
     * <p>The tokens end first: a device that is not listed any more while its tokens live could not be ended. They end once
     * more after, because somebody may have signed in on it in between; whoever signs in later finds it gone.
     */
    boolean end(Caller caller, long id, Client client) {
        Optional<Device> device = directory.device(caller.account().id(), id);
        if (device.isEmpty()) {
            return false;
        }
        String publicId = device.get().publicId().toString();
        endTokens(caller, publicId);
        directory.forget(caller.account().id(), id);
        endTokens(caller, publicId);
        trail.revoked(client, caller.user(), publicId);
        history.add(caller.user(), HistoryEvent.Type.DEVICE_FORGOTTEN, client, publicId);
        return true;
    }

    private void endTokens(Caller caller, String publicId) {
        Optional<String> device = Optional.of(publicId);
        tokens.endWhere(
                caller.user(),
                login -> login.attributes().text(LoginIssuance.DEVICE).equals(device));
    }
}
