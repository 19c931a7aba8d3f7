package dev.yorozu.server.systems.discord.pages;

import dev.yorozu.link.DeleteResult;
import dev.yorozu.link.IssueResult;
import dev.yorozu.link.LinkExpiry;
import dev.yorozu.link.LinkRequest;
import dev.yorozu.link.ListedLink;
import dev.yorozu.link.ResolveResult;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.pages.Moment;
import dev.yorozu.server.systems.discord.links.ShareLinkOperations;
import dev.yorozu.session.Session;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The part of the account page that shares files.
 *
 * @param links empty where they are off
 */
record ShareForm(Optional<ShareLinkOperations> links, InstantSource clock) {
    private static final String USUAL_LIFE = "7d";
    private static final int LONGEST_TEXT = 2000;

    /** A life that a link may be given, under the name that form and texts have for it. */
    private record Life(String name, Duration span) {
        static final List<Life> ALL = List.of(
                new Life("1h", Duration.ofHours(1)),
                new Life("1d", Duration.ofDays(1)),
                new Life(USUAL_LIFE, Duration.ofDays(7)),
                new Life("14d", Duration.ofDays(14)));
    }

    /** What the form holds at first: nothing, or what the link to this page filled in. */
    static AccountView.Wish wish(Call call) {
        return wish(call::query);
    }

    static AccountView.Wish wish(Form form) {
        return wish(form::field);
    }

    private static AccountView.Wish wish(Function<String, Optional<String>> source) {
        return new AccountView.Wish(
                text(source, "url"), text(source, "name"), source.apply("life").orElse(USUAL_LIFE));
    }

    private static String text(Function<String, Optional<String>> source, String name) {
        return source.apply(name)
                .filter(value -> value.length() <= LONGEST_TEXT)
                .orElse("");
    }

    Optional<AccountView.Sharing> view(Call call, Session own, AccountView.Wish wish) {
        Optional<String> token = call.query("link");
        return links.map(operations -> new AccountView.Sharing(
                operations.policy().hosts(),
                lives(operations.policy().maxLife()),
                wish,
                token.flatMap(each -> made(call, operations, each)),
                operations.list(own).stream()
                        .map(link -> listed(call, operations, link))
                        .toList()));
    }

    private AccountView.Listed listed(Call call, ShareLinkOperations operations, ListedLink link) {
        return new AccountView.Listed(
                link.id(),
                link.content().map(ListedLink.Content::name).orElse(link.shown()),
                link.content().flatMap(content -> operations.address(call, content.shortToken())),
                new Moment(link.ends(), clock.instant()));
    }

    private static List<String> lives(Duration longest) {
        return Life.ALL.stream()
                .filter(life -> life.span.compareTo(longest) <= 0)
                .map(Life::name)
                .toList();
    }

    private Optional<AccountView.Made> made(Call call, ShareLinkOperations operations, String token) {
        return operations.look(token) instanceof ResolveResult.Resolved found
                ? operations
                        .address(call, token)
                        .map(address -> new AccountView.Made(
                                token, address, found.name().full(), new Moment(found.ends(), clock.instant())))
                : Optional.empty();
    }

    /** Makes the link that the form asks for; where they are off, there is none to be had. */
    IssueResult make(Call call, Form form, Session own) {
        LinkRequest draft = new LinkRequest(
                form.field("url"),
                form.field("name"),
                Optional.empty(),
                end(form),
                Optional.of(ShareLinkOperations.maker(own)));
        return links.map(operations -> operations.issue(call, draft)).orElseGet(IssueResult.NoFreeShort::new);
    }

    /** When the link shall end; empty for the system's own default. */
    private Optional<LinkExpiry> end(Form form) {
        return Life.ALL.stream()
                .filter(life -> life.name.equals(form.text("life")))
                .findFirst()
                .map(life -> LinkExpiry.of(clock.instant().plus(life.span)));
    }

    /** Deletes the link that the form names: by its id in the list, or by its token. */
    boolean delete(Call call, Form form, Session own) {
        return links.map(operations -> form.field("id").isPresent()
                        ? operations.deleteListed(call, own, form.text("id"))
                        : operations.delete(call, Optional.of(own.user()), form.text("link")))
                .filter(DeleteResult.Deleted.class::isInstance)
                .isPresent();
    }
}
