package dev.yorozu.server.console;

import dev.yorozu.server.console.session.OperatorSession;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.operate.LocalOperator;
import dev.yorozu.server.operate.backup.scheduled.BackupReport;
import dev.yorozu.server.operate.backup.scheduled.ScheduledBackupOperations;
import dev.yorozu.server.operate.transport.InvalidRequest;
import dev.yorozu.server.operate.transport.Nothing;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/** The backups of the schedule. One that is asked for here goes on behind the page. */
record BackupsPages(LocalOperator operator, Pages pages, ConsoleGate gate, InstantSource clock) {
    /** How long a page waits for the backup that it asks for; a small one is done by then. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final String SECONDS_TO_RELOAD = "2";

    Reply show(Call call, OperatorSession session) {
        BackupReport report = operator.call(ScheduledBackupOperations.LIST, new Nothing(), Progress.NONE);
        PageContext page = pages.context(call, BackupsView.PATH);
        Frame frame = new Frame("backups", session.csrf(), call.query("notice").flatMap(Notice::named));
        BackupsView view = new BackupsView(report, report.running(), clock.instant());
        Reply reply = pages.show(200, page, "console/backups.jte", Map.of("frame", frame, "backups", view));
        return view.running() ? reply.with("Refresh", SECONDS_TO_RELOAD) : reply;
    }

    Reply make(Call call, OperatorSession session, Form form) {
        Notice notice = Notice.BACKUP_BEGUN;
        try {
            operator.scheduled().begin(PATIENCE);
        } catch (InvalidRequest off) {
            notice = Notice.NO_BACKUPS;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
        return gate.to(call, BackupsView.PATH + "?notice=" + notice.text());
    }
}
