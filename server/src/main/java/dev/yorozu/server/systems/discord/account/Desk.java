package dev.yorozu.server.systems.discord.account;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.Reply;
import dev.yorozu.session.Session;
import java.util.List;
import java.util.Optional;

/**
 * What the pages need of the system that they show. Whatever is done here is checked, limited and written down as the
 * system's other routes do it.
 */
public interface Desk {
    /** What a form on a page can ask for; each is limited by itself. */
    enum Deed {
        END,
        SHARE,
        DELETE
    }

    /** The path of the page that shows the visitor's sessions. */
    String home();

    /** Where a sign-in begins that leads back to this path. */
    String signIn(String returnTo);

    /** Who comes with a call, as the session check finds them: their tokens renewed and their visit noted. */
    Visit visit(Call call);

    /** The token that the forms of a page bring back, and the page with the cookie that it is compared with. */
    String formToken(Call call);

    Reply withFormToken(Reply reply, Call call, String token);

    /** Why a form is not acted upon; empty when it may be. */
    Optional<Notice> refusal(Call call, Form form, Deed deed);

    List<Session> sessions(Session own);

    /** How many sessions a user may have. */
    int mostSessions();

    /** Ends the session of this user that goes by this public id; true when it was alive. */
    boolean end(Call call, Session own, String publicId);

    void endOthers(Call call, Session own);

    /** Ends the visitor's own session, and makes the browser forget it. */
    Reply signOut(Call call, Session own, Reply reply);

    /** Share links; empty where they are off. */
    Optional<Links> links();
}
