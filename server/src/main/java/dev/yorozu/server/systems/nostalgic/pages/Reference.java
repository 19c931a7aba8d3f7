package dev.yorozu.server.systems.nostalgic.pages;

import java.util.List;

/**
 * The actions of one kind of service, for the reference. What each does is told by the text {@code
 * reference.PATH.ACTION}.
 */
public record Reference(Gadget gadget, List<Action> actions) {
    private static final String OWNER = "url, token";

    /**
     * One action.
     *
     * @param owner whether it takes the owner's token
     */
    public record Action(String name, String parameters, boolean owner) {}

    static final List<Reference> ALL = List.of(
            new Reference(
                    Gadget.COUNTER,
                    List.of(
                            owners("create", ", webhookUrl?"),
                            open("increment", "id"),
                            open("get", "id"),
                            open("display", "id, type?, format?, theme?, digits?"),
                            owners("set", ", total"),
                            owners("updateSettings", ", webhookUrl?"),
                            owners("webhookSecret", ""),
                            owners("delete", ""),
                            open("batchGet", "ids"),
                            new Action("batchCreate", "token, items", true),
                            open("sumByPrefix", "prefix"))),
            new Reference(
                    Gadget.LIKE,
                    List.of(
                            owners("create", ", icon?, webhookUrl?"),
                            open("toggle", "id"),
                            open("get", "id"),
                            open("display", "id, format?, theme?"),
                            owners("set", ", value"),
                            owners("updateSettings", ", icon?, webhookUrl?"),
                            owners("webhookSecret", ""),
                            owners("delete", ""),
                            open("batchGet", "ids"),
                            new Action("batchCreate", "token, items", true),
                            open("sumByPrefix", "prefix"))),
            new Reference(
                    Gadget.RANKING,
                    List.of(
                            owners("create", ", title?, max?, sortOrder?, webhookUrl?"),
                            open("submit", "id, name, score, displayScore?"),
                            open("get", "id, limit?"),
                            open("myRank", "id, name, neighbours?"),
                            owners("update", ", name, score, displayScore?"),
                            owners("remove", ", name"),
                            owners("clear", ""),
                            owners("updateSettings", ", title?, max?, sortOrder?, webhookUrl?"),
                            owners("webhookSecret", ""),
                            owners("delete", ""))),
            new Reference(
                    Gadget.BOARD,
                    List.of(
                            owners("create", ", title?, max?, messagesPerPage?, icons?, select1Label?, …"),
                            open("post", "id, message, author?, icon?, select1–3?"),
                            open("get", "id, page?"),
                            open("editMessageById", "id, messageId, editToken, message, author?, …"),
                            open("deleteMessageById", "id, messageId, editToken"),
                            owners("editMessage", ", messageId, message, author?, …"),
                            owners("deleteMessage", ", messageId"),
                            owners("clear", ""),
                            owners("updateSettings", ", title?, max?, messagesPerPage?, icons?, …"),
                            owners("webhookSecret", ""),
                            owners("delete", ""))));

    private static Action open(String name, String parameters) {
        return new Action(name, parameters, false);
    }

    private static Action owners(String name, String more) {
        return new Action(name, OWNER + more, true);
    }
}
