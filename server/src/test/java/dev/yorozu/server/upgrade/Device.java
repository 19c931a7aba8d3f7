package dev.yorozu.server.upgrade;

import dev.yorozu.server.upgrade.Client.Reply;
import dev.yorozu.server.written.Written;
import java.util.Map;

/** A device of a user: holds the pair of tokens that it was given last. */
public abstract class Device {
    static final String PASSWORD = "correct horse battery";

    final Client client;
    private final String refreshPath;
    private final String accessName;
    private final String refreshName;
    private String access = "";
    private String refresh = "";

    /**
     * @param refreshPath where tokens are refreshed
     * @param accessName the field of an answer with the access token
     * @param refreshName the field of an answer or a request with the refresh token
     */
    Device(Client client, String refreshPath, String accessName, String refreshName) {
        this.client = client;
        this.refreshPath = refreshPath;
        this.accessName = accessName;
        this.refreshName = refreshName;
    }

    final void hold(String accessToken, String refreshToken) {
        access = accessToken;
        refresh = refreshToken;
    }

    public final String access() {
        return access;
    }

    public final String refreshToken() {
        return refresh;
    }

    final String[] bearing() {
        return Client.bearing(access);
    }

    /** The body that shows the refresh token. */
    final Map<String, String> showing() {
        return Map.of(refreshName, refresh);
    }

    public final Reply refresh() {
        return keep(refresh(refresh));
    }

    /** Shows a refresh token and keeps nothing of the answer. */
    public final Reply refresh(String token) {
        return client.post(refreshPath, Map.of(refreshName, token));
    }

    /** Keeps the pair of an answer that has one. */
    Reply keep(Reply reply) {
        if (reply.status() < 300) {
            hold(reply.text(accessName), reply.text(refreshName));
            Written.secret(access);
            Written.secret(refresh);
        }
        return reply;
    }
}
