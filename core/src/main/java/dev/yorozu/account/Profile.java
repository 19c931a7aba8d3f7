package dev.yorozu.account;

import java.util.UUID;

/**
 * What a person tells of themselves. Texts that they did not tell are empty.
 *
 * @param email that of the account
 * @param version rises with every change
 */
public record Profile(
        UUID user, String firstName, String lastName, String email, String phone, String address, long version) {

    /** What can be written of a profile. */
    public record Draft(String firstName, String lastName, String phone, String address) {
        public Draft {
            firstName = Field.FIRST_NAME.checked(firstName);
            lastName = Field.LAST_NAME.checked(lastName);
            phone = Field.PHONE.checked(phone);
            address = Field.ADDRESS.checked(address);
        }

        @Override
        public String toString() {
            return "Draft";
        }
    }

    /** What was written of this one. */
    public Draft draft() {
        return new Draft(firstName, lastName, phone, address);
    }

    @Override
    public String toString() {
        return "Profile[version " + version + "]";
    }
}
