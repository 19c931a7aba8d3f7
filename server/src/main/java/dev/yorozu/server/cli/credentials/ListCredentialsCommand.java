package dev.yorozu.server.cli.credentials;

import dev.yorozu.server.cli.command.TableCommand;
import dev.yorozu.server.cli.text.Moments;
import dev.yorozu.server.cli.text.Table;
import dev.yorozu.server.operate.credentials.CredentialOperations;
import dev.yorozu.server.operate.credentials.CredentialOperations.CredentialList;
import dev.yorozu.server.operate.credentials.CredentialSummary;
import dev.yorozu.server.operate.transport.Nothing;
import picocli.CommandLine.Command;

/** Lists credentials. */
@Command(name = "list", description = "List the credentials, and what each may do.")
final class ListCredentialsCommand extends TableCommand {
    @Override
    public Integer call() {
        CredentialList list = call(CredentialOperations.LIST, new Nothing());
        return print(list, () -> table(list));
    }

    private void table(CredentialList list) {
        if (list.credentials().isEmpty()) {
            println("There are no credentials: ./yorozu credential create NAME makes one.");
            return;
        }
        Table table = new Table("NAME", "KEYS", "SCOPES", "MAY", "ISSUED", "");
        list.credentials()
                .forEach(each -> table.row(
                        each.name(),
                        String.join(" ", each.keys()),
                        String.join(" ", each.scopes()),
                        String.join(",", each.may()),
                        Moments.text(each.issued()),
                        remark(each)));
        table.print(console());
    }

    private static String remark(CredentialSummary each) {
        return each.suspended()
                ? "suspended by a restore or repair: credential confirm"
                : each.replacedUntil()
                        .map(end -> "its earlier secret ends " + Moments.text(end))
                        .orElse("");
    }
}
