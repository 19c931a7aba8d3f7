package dev.yorozu.link;

import java.time.Instant;

/** What became of a wish to delete a link. */
public sealed interface Deletion {
    /** @param ends when the link would have ended by itself */
    record Deleted(LinkMark mark, Instant ends) implements Deletion {}

    /** No such link, or it is deleted or over already. */
    record NotFound() implements Deletion {}

    /** Made by another, or here by somebody who was not signed in. */
    record NotTheMaker() implements Deletion {}
}
