package dev.yorozu.server.systems.users.pages;

import dev.yorozu.server.config.Settings;
import dev.yorozu.server.pages.MountedPage;
import dev.yorozu.server.systems.users.UsersSettings;
import java.util.Map;

/** Sign up and sign in, see and change your profile, see and end your sessions. */
public final class UsersPage {
    private UsersPage() {}

    /** The page as the settings want it: where nobody may sign up, nobody is asked to. */
    public static MountedPage of(Settings settings) {
        boolean signup = settings.value(UsersSettings.SIGNUP) == UsersSettings.Signup.OPEN;
        return new MountedPage(settings.value(UsersSettings.MOUNT), "/account", "users", Map.of("signup", signup));
    }
}
