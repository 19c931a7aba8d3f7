package dev.yorozu.server.pages;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import gg.jte.Content;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Makes pages of templates, in the reader's language. Safe for use by any number of threads. */
public final class Pages {
    private final Assets assets = new Assets(
            "icon.svg",
            "yorozu.css",
            "forms.css",
            "lists.css",
            "console.css",
            "api-docs.css",
            "api-docs.js",
            "signed-in.js",
            "devices.js",
            "copy.js",
            "users.js",
            "patreon.css",
            "patreon.js",
            "patreon-practice.js",
            "nostalgic.css",
            "nostalgic-desk.css",
            "nostalgic.js",
            "nostalgic-make.js",
            "nostalgic-workbench.js",
            "nostalgic-owner.js",
            "nostalgic-entries.js",
            "nostalgic-messages.js",
            "nostalgic-docs.js");
    /** The templates were compiled by the build; nothing is compiled here. */
    private final TemplateEngine templates =
            TemplateEngine.createPrecompiled(null, ContentType.Html, null, "dev.yorozu.server.pages.compiled");

    /**
     * The page that a call asks for.
     *
     * @param target the page's own path, with what of its query belongs to it
     */
    public PageContext context(Call call, String target) {
        return context(call, target, Optional.empty());
    }

    /**
     * The page that a call asks for.
     *
     * @param remembered the language that the reader chose on the way here, which goes before the browser's
     */
    public PageContext context(Call call, String target, Optional<String> remembered) {
        return context(call.query("lang").or(() -> remembered), call.header("Accept-Language"), target);
    }

    /** The page in a language that was asked for, or one that the browser takes. */
    PageContext context(Optional<String> asked, Optional<String> accepted, String target) {
        Language language = Language.choose(asked, accepted);
        return new PageContext(
                language, target, asked.filter(language.code()::equals).isPresent(), assets);
    }

    /** The page as an answer; the template gets the context by the name {@code page}. */
    public Reply show(int status, PageContext page, String template, Map<String, ?> models) {
        StringOutput html = new StringOutput(8 * 1024);
        templates.render(template, parameters(page, models), html);
        return Reply.html(status, html.toString())
                .with("Content-Language", page.language().code())
                .with("Vary", "Accept-Language");
    }

    /** A piece of a page, made by a template of its own. */
    public Content piece(PageContext page, String template, Map<String, ?> models) {
        return output -> templates.render(template, parameters(page, models), output);
    }

    private static Map<String, Object> parameters(PageContext page, Map<String, ?> models) {
        Map<String, Object> parameters = new HashMap<>(models);
        parameters.put("page", page);
        return parameters;
    }

    Assets assets() {
        return assets;
    }
}
