package dev.yorozu.server.systems.users;

import dev.yorozu.account.Account;
import dev.yorozu.account.UserAgent;
import dev.yorozu.json.Document;
import dev.yorozu.limit.attempt.AttemptSource;
import dev.yorozu.server.access.Client;
import dev.yorozu.server.access.Issuance;
import dev.yorozu.server.directory.KeptAccount;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Issued;
import dev.yorozu.token.TokenSessions;
import java.util.Optional;

/**
 * Begins a session with a pair of tokens; whether it is to be remembered is the client's word.
 *
 * @param clientId that access tokens name
 */
record SessionIssuance(TokenSessions logins, String clientId) implements Issuance<Boolean, Issued> {
    /** The attributes of a session, as the document names them. */
    static final String ADDRESS = "ip_address";

    static final String AGENT = "user_agent";
    private static final String DEVICE = "device_info";

    @Override
    public String user(Account account) {
        return account.uuid().toString();
    }

    @Override
    public AttemptSource source(Client client) {
        return new AttemptSource(client.subject(), client.id());
    }

    @Override
    public Optional<Issued> issue(Account account, Boolean remembered, Client client) {
        Document attributes = Document.empty()
                .with(ADDRESS, client.shown())
                .with(AGENT, client.agent())
                .with(DEVICE, UsersJson.kept(UserAgent.of(client.agent())));
        return logins.signIn(
                remembered, attributes, new Claims(user(account), UsersJson.claims(KeptAccount.of(account), clientId)));
    }

    @Override
    public void end(Account account, Issued issued) {
        logins.end(user(account), reference(issued));
    }

    @Override
    public String reference(Issued issued) {
        return UsersJson.id(issued.session().orElseThrow());
    }
}
