package dev.yorozu.secret;

/** Too many passwords are being checked at once: nothing was done, and trying again soon is right. */
public final class PasswordsBusy extends RuntimeException {
    public PasswordsBusy() {
        super("Too many passwords are being checked at once");
    }
}
