package dev.yorozu.server.operate.commands;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.command.Access;
import dev.yorozu.command.Commands;
import dev.yorozu.command.Observer;
import dev.yorozu.command.Session;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.server.operate.transport.InvalidRequest;
import dev.yorozu.server.operate.transport.LocalOperations;
import dev.yorozu.server.operate.transport.Operation;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Redis's commands as operators give them, on all keys and durably. Those of one request come one after the other; what stands
 * between MULTI and EXEC in it is one step. Each that writes is written down with its keys, whether or not it changed them.
 *
 * @param observer is told of each
 */
public record CommandOperations(
        Commands commands, Schema schema, Observer observer, AuditLog audit, InstantSource clock) {
    public static final Operation<CallsRequest, Replies> EXECUTE =
            Operation.post("/commands", CallsRequest.class, Replies.class).reading(CommandOperations::read);

    /** How many calls one request may have: a whole transaction, with what begins and ends it. */
    public static final int MOST_CALLS = 1026;

    private static final String OPERATOR = "operator";

    /**
     * @param calls each a name and what follows it; in JSON each part is base64
     * @param reveal whether to show what is declared secret
     * @param force whether to write also keys that only this program writes
     */
    public record CallsRequest(List<List<Bytes>> calls, boolean reveal, boolean force) {
        public CallsRequest {
            calls = calls.stream().map(List::copyOf).toList();
            if (calls.isEmpty() || calls.size() > MOST_CALLS || calls.stream().anyMatch(List::isEmpty)) {
                throw InvalidRequest.field("calls", "a list of 1 to " + MOST_CALLS + " lists of base64");
            }
        }
    }

    /** The replies, in the order of the calls. */
    public record Replies(List<CommandReply> replies) {}

    private static CallsRequest read(JsonNode json) {
        try {
            return new CallsRequest(
                    json.path("calls").values().stream()
                            .map(call -> call.values().stream()
                                    .map(part -> Bytes.wrap(Base64.getDecoder().decode(part.asString("?"))))
                                    .toList())
                            .toList(),
                    json.path("reveal").asBoolean(false),
                    json.path("force").asBoolean(false));
        } catch (IllegalArgumentException notBase64) {
            throw InvalidRequest.field("calls", "a list of lists of base64");
        }
    }

    public void bind(LocalOperations operations) {
        operations.on(EXECUTE, this::execute);
    }

    private Replies execute(CallsRequest request) {
        Session session = commands.session(Durability.DURABLE, Access.ALL, observer);
        List<CommandReply> replies = new ArrayList<>();
        List<CalledKeys> queued = new ArrayList<>();
        for (List<Bytes> parts : request.calls()) {
            Optional<CalledKeys> call = call(parts);
            if (!request.force()
                    && call.filter(each -> each.writes() && each.areInternal()).isPresent()) {
                session.refuse(Reply.error(""));
                replies.add(CommandReply.error("ERR only Yorozu writes this key: --force does it all the same"));
                continue;
            }
            CommandReply reply = CommandReply.of(session.execute(parts));
            if (reply.equals(CommandReply.status("QUEUED"))) {
                call.ifPresent(queued::add);
                replies.add(reply);
            } else if (call.isPresent() && call.get().command().name().equals("exec")) {
                replies.add(executed(queued, reply, request.reveal()));
                queued.clear();
            } else {
                if (call.filter(each -> each.command().name().equals("discard")).isPresent()) {
                    queued.clear();
                }
                replies.add(
                        call.map(each -> done(each, reply, request.reveal())).orElse(reply));
            }
        }
        return new Replies(replies);
    }

    /** Empty where there is no such command, or it counts its keys wrongly. */
    private Optional<CalledKeys> call(List<Bytes> parts) {
        try {
            return Optional.of(CalledKeys.of(schema, commands.table().find(parts), parts));
        } catch (Refused refused) {
            return Optional.empty();
        }
    }

    /** What became of a transaction: the replies to its calls, or that it was not done. */
    private CommandReply executed(List<CalledKeys> queued, CommandReply reply, boolean reveal) {
        if (reply.kind() != CommandReply.Kind.LIST) {
            return reply;
        }
        List<CommandReply> shown = new ArrayList<>();
        for (int i = 0; i < queued.size(); i++) {
            shown.add(done(queued.get(i), reply.items().get(i), reveal));
        }
        return reply.with(shown);
    }

    private CommandReply done(CalledKeys call, CommandReply reply, boolean reveal) {
        if (call.writes() && !reply.isError()) {
            String shown = call.names().isEmpty()
                    ? "all keys"
                    : String.join(" ", call.names().stream().map(schema::redact).toList());
            audit.append(
                    Event.of(clock.instant(), Kind.KEY, "yorozu", call.command().name())
                            .by(Optional.of(OPERATOR))
                            .from(OPERATOR)
                            .about(shown, shown));
        }
        return reveal ? reply : call.redacted(reply);
    }
}
