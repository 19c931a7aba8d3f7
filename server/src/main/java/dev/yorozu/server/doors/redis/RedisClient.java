package dev.yorozu.server.doors.redis;

import dev.yorozu.command.Session;
import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.command.family.ServerCommands;
import dev.yorozu.credential.Credential;
import dev.yorozu.server.access.credential.Visitor;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.StoreException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What one client says to the connection itself: who it is, which protocol it speaks, what it is called. All else is a command
 * of its {@link Session}, and needs a credential. For use by one thread.
 */
final class RedisClient {
    private static final Reply NO_AUTH = Reply.error("NOAUTH Authentication required.");
    private static final Reply WRONG = Reply.error("WRONGPASS invalid username-password pair or user is disabled.");
    private static final Reply WAIT = Reply.error("ERR too many wrong passwords came from this address: wait a minute");
    private static final Reply NO_SUBSCRIPTIONS =
            Reply.error("ERR this server has no channels: SUBSCRIBE and its kin are not available");

    private final long id;
    private final Visitor visitor;
    private final DoorCommands commands;
    private Session session;
    private String name = "";
    private boolean leaving;

    RedisClient(long id, Visitor visitor, DoorCommands commands) {
        this.id = id;
        this.visitor = visitor;
        this.commands = commands;
        this.session = commands.session(visitor);
    }

    boolean isLeaving() {
        return leaving;
    }

    void leave() {
        leaving = true;
    }

    /** Does not ask whether the credential still counts: what is read is refused then, whatever its size. */
    RespLimits limits() {
        return visitor.name().isPresent() ? commands.limits() : RespLimits.STRANGER;
    }

    Reply refused(String why) {
        return session.refuse(Reply.error(why));
    }

    /** Whether this is said to the connection. All else is for {@link #answerFirst}. */
    boolean isOwn(List<Bytes> parts) {
        return switch (Call.word(parts.getFirst())) {
            case "AUTH", "HELLO", "QUIT", "RESET", "CLIENT", "SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE", "POST", "HOST:" ->
                true;
            case "GET" -> isRequestLine(parts);
            default -> false;
        };
    }

    Reply answer(List<Bytes> parts, RespOutput output) {
        try {
            return switch (Call.word(parts.getFirst())) {
                case "AUTH" -> authenticate(parts);
                case "HELLO" -> hello(parts, output);
                case "RESET" -> reset(output);
                case "CLIENT" -> signedIn().isPresent() ? client(parts) : NO_AUTH;
                case "SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE" -> signedIn().isPresent() ? NO_SUBSCRIPTIONS : NO_AUTH;
                default -> quit();
            };
        } catch (Refused refused) {
            return session.refuse(refused.reply());
        } catch (StoreException fault) {
            return session.refuse(unavailable(fault));
        }
    }

    /** Does the first of commands that came together, and gives at least one reply. */
    List<Reply> answerFirst(List<List<Bytes>> calls) {
        try {
            return signedIn().isPresent() ? session.executeFirst(calls) : List.of(NO_AUTH);
        } catch (StoreException fault) {
            return List.of(session.refuse(unavailable(fault)));
        }
    }

    /** Whether a credential counts cannot be told now; the connection stays for when it can. */
    private static Reply unavailable(StoreException fault) {
        return Reply.error("UNAVAILABLE " + fault.getMessage());
    }

    private Optional<Credential> signedIn() {
        return visitor.credential();
    }

    /** A browser that is made to send a request here must not reach the command in its second line. */
    private static boolean isRequestLine(List<Bytes> parts) {
        return parts.size() > 2 && parts.get(1).text().startsWith("/");
    }

    private Reply authenticate(List<Bytes> parts) {
        return switch (parts.size()) {
            case 2 -> signIn("default", parts.get(1));
            case 3 -> signIn(parts.get(1).text(), parts.get(2));
            default -> throw parts.size() == 1 ? Refused.arity("auth") : Refused.syntax();
        };
    }

    private Reply signIn(String user, Bytes secret) {
        return switch (visitor.signIn(user, secret.text())) {
            case RIGHT -> Reply.OK;
            case WRONG -> WRONG;
            case WAIT -> WAIT;
        };
    }

    private Reply hello(List<Bytes> parts, RespOutput output) {
        boolean third = output.speaksResp3();
        int at = 1;
        if (parts.size() > 1) {
            long version = parts.get(at++)
                    .number()
                    .orElseThrow(() -> new Refused("ERR Protocol version is not an integer or out of range"));
            if (version != 2 && version != 3) {
                throw new Refused("NOPROTO unsupported protocol version");
            }
            third = version == 3;
        }
        Optional<String> called = Optional.empty();
        while (at < parts.size()) {
            String option = Call.word(parts.get(at));
            if (option.equals("AUTH") && at + 2 < parts.size()) {
                Reply signedIn = signIn(parts.get(at + 1).text(), parts.get(at + 2));
                if (!signedIn.equals(Reply.OK)) {
                    return signedIn;
                }
                at += 3;
            } else if (option.equals("SETNAME") && at + 1 < parts.size()) {
                called = Optional.of(clientName(parts.get(at + 1)));
                at += 2;
            } else {
                throw new Refused(
                        "ERR Syntax error in HELLO option '" + parts.get(at).text() + "'");
            }
        }
        if (signedIn().isEmpty()) {
            return Reply.error("NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO"
                    + " <proto> AUTH <user> <pass> option can be used to authenticate the client and select the RESP"
                    + " protocol version at the same time");
        }
        called.ifPresent(text -> name = text);
        output.speak(third);
        return greeting(third);
    }

    private Reply greeting(boolean third) {
        return new Reply.Pairs(List.of(
                Reply.of("server"),
                Reply.of("redis"),
                Reply.of("version"),
                Reply.of(ServerCommands.VERSION),
                Reply.of("proto"),
                Reply.of(third ? 3 : 2),
                Reply.of("id"),
                Reply.of(id),
                Reply.of("mode"),
                Reply.of("standalone"),
                Reply.of("role"),
                Reply.of("master"),
                Reply.of("modules"),
                Reply.EMPTY));
    }

    private Reply quit() {
        leaving = true;
        return Reply.OK;
    }

    private Reply reset(RespOutput output) {
        output.speak(false);
        name = "";
        visitor.signOut();
        session = commands.session(visitor);
        return new Reply.Simple("RESET");
    }

    private Reply client(List<Bytes> parts) {
        if (parts.size() < 2) {
            throw Refused.arity("client");
        }
        String what = Call.word(parts.get(1));
        return switch (what) {
            case "ID" -> Reply.of(id);
            case "GETNAME" -> name.isEmpty() ? Reply.NULL : Reply.of(name);
            case "SETNAME" -> {
                name = clientName(required(parts, 3));
                yield Reply.OK;
            }
            case "SETINFO" -> {
                required(parts, 4);
                yield Reply.OK;
            }
            case "LIST", "INFO" -> Reply.of(line());
            default ->
                throw new Refused("ERR unknown subcommand '" + parts.get(1).text() + "'. Try CLIENT HELP.");
        };
    }

    private static Bytes required(List<Bytes> parts, int count) {
        if (parts.size() != count) {
            throw Refused.arity("client|" + parts.get(1).text().toLowerCase(Locale.ROOT));
        }
        return parts.get(count - 1);
    }

    private static String clientName(Bytes given) {
        String text = given.text();
        if (text.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw new Refused("ERR Client names cannot contain spaces, newlines or special characters.");
        }
        return text;
    }

    /** This client alone: others are nobody's business. */
    private String line() {
        return "id=" + id + " name=" + name + " user="
                + signedIn().map(Credential::name).orElse("") + " db=0\n";
    }
}
