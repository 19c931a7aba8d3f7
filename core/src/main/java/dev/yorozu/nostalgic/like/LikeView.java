package dev.yorozu.nostalgic.like;

import dev.yorozu.nostalgic.Service;

/**
 * A like button as it is shown to one user.
 *
 * @param liked whether this user likes it now
 */
public record LikeView(Service service, long total, boolean liked) {}
