package dev.yorozu.server.cli;

import dev.yorozu.server.admin.accounts.AccountJson;
import dev.yorozu.server.admin.accounts.AccountLine;
import dev.yorozu.server.admin.accounts.Done;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Accounts as commands print them. */
final class AccountText {
    private AccountText() {}

    /** The account that something was done with; refuses where nothing was. */
    static AccountLine require(Done done, String user) {
        return switch (done) {
            case Done.With with -> with.account();
            case Done.Unknown unknown -> throw unknown(user);
            case Done.Not not -> throw new Refused(not.sentence());
        };
    }

    static Refused unknown(String user) {
        return new Refused(
                "There is no user " + ValueText.printable(user) + ": name one by id, login id or e-mail address.");
    }

    /** Says what was done with an account, and its password if nobody has seen that yet. */
    static void print(
            Console console, Answer answer, AccountLine account, NewPassword.Chosen password, String sentence) {
        ObjectNode json = AccountJson.json(account);
        if (password.made()) {
            json.put("password", password.text());
        }
        answer.print(
                console,
                json,
                sentence
                        + password.notice()
                                .map(notice -> System.lineSeparator() + notice)
                                .orElse(""));
    }

    static void print(Console console, List<AccountLine> accounts) {
        Table table = new Table(
                Table.Column.right("ID"),
                Table.Column.left("LOGIN"),
                Table.Column.left("NAME"),
                Table.Column.left("E-MAIL"),
                Table.Column.left("ROLES"),
                Table.Column.left("STATE"),
                Table.Column.left("CREATED"));
        for (AccountLine line : accounts) {
            table.row(
                    Long.toString(line.id()),
                    ValueText.printable(line.loginId()),
                    ValueText.printable(line.username()),
                    ValueText.printable(line.email()),
                    String.join(", ", line.roles()),
                    line.enabled() ? "enabled" : "disabled",
                    Moments.text(line.created()));
        }
        table.print(console);
    }
}
