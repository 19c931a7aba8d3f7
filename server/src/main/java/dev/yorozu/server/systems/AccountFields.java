package dev.yorozu.server.systems;

import dev.yorozu.account.Field;
import dev.yorozu.secret.Passwords;
import dev.yorozu.server.http.Fields;

/** What people send of a new account. */
public final class AccountFields {
    private AccountFields() {}

    /** A field of the account, under its own name. */
    public static String required(Fields fields, Field field) {
        String text = fields.required(field.label(), field.longest());
        if (!text.isEmpty()) {
            fields.isFine(field.label(), field.accepts(text), "is no valid " + field.label());
        }
        return text;
    }

    /** A password that somebody chose; what is to be said against it is told under the field's name. */
    public static String newPassword(Fields fields, String name, Passwords passwords) {
        String password = fields.secret(name, Passwords.LONGEST);
        if (!password.isEmpty()) {
            passwords.objection(password).ifPresent(objection -> fields.isFine(name, false, objection));
        }
        return password;
    }
}
