package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.account.Device;
import dev.yorozu.account.DeviceSighting;
import dev.yorozu.account.Directory;
import dev.yorozu.json.Document;
import dev.yorozu.limit.attempt.AttemptSource;
import dev.yorozu.server.access.Client;
import dev.yorozu.server.access.Issuance;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Issued;
import dev.yorozu.token.ledger.Logins;
import java.util.Optional;

/** Issues a pair of tokens to a device, which the directory remembers. */
record LoginIssuance(Directory directory, Logins logins) implements Issuance<DeviceSighting, DeviceLogin> {
    /** The attribute of a login that says which device it is on. */
    static final String DEVICE = "DevicePublicId";

    @Override
    public String user(Account account) {
        return account.user();
    }

    @Override
    public AttemptSource source(Client client) {
        return AttemptSource.of(client.id());
    }

    @Override
    public Optional<DeviceLogin> issue(Account account, DeviceSighting sighting, Client client) {
        return directory.remember(account.id(), sighting).map(device -> issue(account, device));
    }

    private DeviceLogin issue(Account account, Device.Seen device) {
        Issued issued = logins.issue(
                account.user(),
                Document.empty().with(DEVICE, device.device().publicId().toString()),
                new Claims(account.user(), TokensJson.claims(account)));
        return new DeviceLogin(issued, device);
    }

    /** The owner may be forgetting the device at this moment. */
    @Override
    public boolean isValid(Account account, DeviceLogin login) {
        return directory.device(account.id(), login.device().device().id()).isPresent();
    }

    @Override
    public void end(Account account, DeviceLogin login) {
        logins.end(login.issued().refreshToken(), account.user());
    }

    @Override
    public String reference(DeviceLogin login) {
        return login.issued().login().id();
    }

    @Override
    public String device(DeviceLogin login) {
        return login.publicId();
    }
}
