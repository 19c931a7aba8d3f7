package dev.yorozu.seat;

/** Who sits, as the provider names them. The text form shows neither. */
public record Person(String email, String fullName) {
    @Override
    public String toString() {
        return "Person";
    }
}
