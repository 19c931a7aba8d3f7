package dev.yorozu.server.systems.discord.account;

import dev.yorozu.link.DeleteResult;
import dev.yorozu.link.IssueResult;
import dev.yorozu.link.LinkRequest;
import dev.yorozu.link.ListedLink;
import dev.yorozu.link.ResolveResult;
import dev.yorozu.server.http.Call;
import dev.yorozu.session.Session;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Share links as the pages make, show and delete them. */
public interface Links {
    /** The hosts that files may lie at. */
    List<String> hosts();

    Duration longestLife();

    IssueResult issue(Call call, LinkRequest draft);

    /** What a token leads to, for its maker: not written down as opened. */
    ResolveResult look(String token);

    /** What a token leads to, for whoever opens it. */
    ResolveResult open(Call call, String token);

    /** The links that somebody made and that live, the newest first. */
    List<ListedLink> list(Session own);

    /** Deletes a link of that list, by its id. */
    DeleteResult deleteListed(Call call, Session own, String id);

    /** @param user empty for somebody who is not signed in */
    DeleteResult delete(Call call, Optional<String> user, String token);

    /** The address that is sent to others; empty when nobody said where this site is. */
    Optional<String> address(Call call, String shortToken);
}
