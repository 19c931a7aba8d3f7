package dev.yorozu.account;

/** Something that accounts may do, by its name. */
public record Role(long id, String name) {
    public static final String ADMIN = "admin";
    public static final String USER = "user";

    public Role {
        name = Field.ROLE.checked(name);
    }
}
