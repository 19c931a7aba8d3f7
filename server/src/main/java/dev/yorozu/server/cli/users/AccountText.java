package dev.yorozu.server.cli.users;

import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.text.Console;
import dev.yorozu.server.cli.text.Moments;
import dev.yorozu.server.cli.text.Table;
import dev.yorozu.server.cli.text.ValueText;
import dev.yorozu.server.operate.transport.OperateJson;
import dev.yorozu.server.operate.users.AccountOutcome;
import dev.yorozu.server.operate.users.AccountSummary;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Accounts as commands print them. */
final class AccountText {
    private AccountText() {}

    /** The account that something was done with; refuses where nothing was. */
    static AccountSummary require(Optional<AccountOutcome> outcome, String user) {
        return switch (outcome.orElseThrow(() -> unknown(user))) {
            case AccountSummary account -> account;
            case AccountOutcome.Refused refused -> throw new Refused(refused.sentence());
        };
    }

    static Refused unknown(String user) {
        return new Refused(
                "There is no user " + ValueText.printable(user) + ": name one by id, login id or e-mail address.");
    }

    /** An account, and its password if nobody has seen that yet. */
    static ObjectNode json(AccountSummary account, NewPassword.Chosen password) {
        ObjectNode json = (ObjectNode) OperateJson.tree(account);
        return password.made() ? json.put("password", password.text()) : json;
    }

    static void print(Console console, List<AccountSummary> accounts) {
        Table table = new Table(">ID", "LOGIN", "NAME", "E-MAIL", "ROLES", "STATE", "CREATED");
        for (AccountSummary account : accounts) {
            table.row(
                    Long.toString(account.id()),
                    ValueText.printable(account.loginId()),
                    ValueText.printable(account.username()),
                    ValueText.printable(account.email()),
                    String.join(", ", account.roles()),
                    account.enabled() ? "enabled" : "disabled",
                    Moments.text(account.created()));
        }
        table.print(console);
    }
}
