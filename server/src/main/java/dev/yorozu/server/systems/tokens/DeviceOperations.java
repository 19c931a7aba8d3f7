package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Device;
import dev.yorozu.account.Directory;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.server.access.AccountHistory;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Client;
import dev.yorozu.token.Login;
import dev.yorozu.token.ledger.Logins;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What people do with their own devices: see them, sign out on one of them, and forget it. */
record DeviceOperations(Directory directory, Logins tokens, AuditTrail trail, AccountHistory history) {
    /** Another program may have written more there than a directory keeps. */
    private static final int LONGEST_DEVICE = 64;

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

    /**
     * Ends the login of a refresh token, and the access token that the caller showed, whichever login it is of. Says
     * whether the refresh token is remembered as the caller's.
     */
    boolean signOut(Caller caller, String token, Client client) {
        if (!tokens.owner(token).equals(Optional.of(caller.user()))) {
            return false;
        }
        Optional<Login> ended = tokens.end(token, caller.user());
        tokens.access().revoke(caller.jwt().id(), caller.jwt().endsAt());
        trail.signedOut(client, caller.user(), ended.map(Login::id).orElse(""));
        history.add(caller.user(), HistoryEvent.Type.SIGNED_OUT, client, device(ended));
        return true;
    }

    /** Ends every login of the caller but that of this refresh token; how many, or nothing when it is not a live one. */
    OptionalInt signOutOthers(Caller caller, String token, Client client) {
        Optional<Login> current =
                tokens.find(token).filter(login -> login.user().equals(caller.user()));
        if (current.isEmpty()) {
            return OptionalInt.empty();
        }
        int ended = tokens.endAllBut(caller.user(), current.get().id());
        trail.revokedOthers(client, caller.user(), current.get().id());
        history.add(caller.user(), HistoryEvent.Type.SIGNED_OUT_EVERYWHERE, client, device(current));
        return OptionalInt.of(ended);
    }

    private void endTokens(Caller caller, String publicId) {
        Optional<String> device = Optional.of(publicId);
        tokens.endWhere(
                caller.user(),
                login -> login.attributes().text(LoginIssuance.DEVICE).equals(device));
    }

    private static String device(Optional<Login> login) {
        return login.flatMap(each -> each.attributes().text(LoginIssuance.DEVICE))
                .filter(device -> device.length() <= LONGEST_DEVICE)
                .orElse("");
    }
}
