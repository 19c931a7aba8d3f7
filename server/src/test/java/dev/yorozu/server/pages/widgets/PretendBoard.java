package dev.yorozu.server.pages.widgets;

import dev.yorozu.server.pages.widgets.PretendNostalgic.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A board as the interface tells of it, with three messages to a page. */
final class PretendBoard {
    private static final int PER_PAGE = 3;
    private static final String SECRET = "edit-secret";

    record Message(String id, String author, String message, String timestamp, String authorHash) {}

    private final List<Message> messages = new ArrayList<>();
    private int made;

    PretendBoard(PretendNostalgic server) {
        server.answer("bbs get", asked -> Answer.of(page(Integer.parseInt(asked.getOrDefault("page", "1")))));
        server.answer("bbs post", this::post);
        server.answer("bbs editMessageById", this::edit);
        server.answer("bbs deleteMessageById", this::delete);
    }

    synchronized PretendBoard with(String... texts) {
        for (String text : texts) {
            add("Somebody", text);
        }
        return this;
    }

    synchronized List<String> texts() {
        return messages.stream().map(Message::message).toList();
    }

    private String add(String author, String text) {
        String id = "board-0a1b2c3d_" + made++;
        messages.add(new Message(id, author, text, "2026-11-16T05:13:46.000Z", "h"));
        return id;
    }

    private synchronized Map<String, Object> page(int page) {
        int pages = Math.max(1, (messages.size() + PER_PAGE - 1) / PER_PAGE);
        int from = Math.min(messages.size(), (page - 1) * PER_PAGE);
        int to = Math.min(messages.size(), from + PER_PAGE);
        Map<String, Object> pagination = Map.of("page", page, "totalPages", pages, "perPage", PER_PAGE);
        Map<String, Object> settings = Map.of("icons", List.of("😀", "😎"), "selects", List.of());
        return Map.ofEntries(
                Map.entry("title", "Guest book"),
                Map.entry("messages", List.copyOf(messages.subList(from, to))),
                Map.entry("totalMessages", messages.size()),
                Map.entry("pagination", pagination),
                Map.entry("settings", settings),
                Map.entry("currentUserHash", "another"));
    }

    private synchronized Answer post(Map<String, String> asked) {
        String id = add(asked.getOrDefault("author", "名無しさん"), asked.getOrDefault("message", ""));
        return new Answer(200, Map.of("success", true, "data", page(1), "messageId", id, "editToken", SECRET));
    }

    private static boolean means(Map<String, String> asked, Message message) {
        return message.id().equals(asked.get("messageId")) && SECRET.equals(asked.get("editToken"));
    }

    private synchronized Answer edit(Map<String, String> asked) {
        String text = asked.getOrDefault("message", "");
        messages.replaceAll(each -> means(asked, each)
                ? new Message(each.id(), each.author(), text, each.timestamp(), each.authorHash())
                : each);
        return texts().contains(text)
                ? Answer.of(page(1))
                : Answer.refused(403, "UNAUTHORIZED", "Permission denied: You can only edit your own posts");
    }

    private synchronized Answer delete(Map<String, String> asked) {
        return messages.removeIf(each -> means(asked, each))
                ? Answer.of(page(1))
                : Answer.refused(404, "NOT_FOUND", "Message not found");
    }
}
