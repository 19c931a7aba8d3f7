package dev.yorozu.server.systems.users.profile;

import dev.yorozu.account.Field;
import dev.yorozu.account.Profile;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import java.io.IOException;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What people send of a profile. Fields that are left out stay as they are; a blank one is emptied. */
public final class ProfileFields {
    private static final int MOST_BYTES = 16 * 1024;

    private ProfileFields() {}

    /** Reads a call's body; the call ends with status 400 when a field is not as it must be. */
    public static UnaryOperator<Profile.Draft> change(Call call) throws IOException {
        Fields fields = Fields.of(call, MOST_BYTES);
        Optional<String> firstName = text(fields, "first_name", Field.FIRST_NAME);
        Optional<String> lastName = text(fields, "last_name", Field.LAST_NAME);
        Optional<String> phone = text(fields, "phone", Field.PHONE);
        Optional<String> address = text(fields, "address", Field.ADDRESS);
        fields.check();
        return old -> new Profile.Draft(
                firstName.orElse(old.firstName()),
                lastName.orElse(old.lastName()),
                phone.orElse(old.phone()),
                address.orElse(old.address()));
    }

    private static Optional<String> text(Fields fields, String name, Field field) {
        if (!fields.has(name)) {
            return Optional.empty();
        }
        String text = fields.text(name, field.longest()).orElse("");
        fields.isFine(name, field.accepts(text), "cannot be kept");
        return Optional.of(text);
    }
}
