package dev.yorozu.oauth;

/** How a client proves to the token endpoint who it is. */
public enum ClientAuthentication {
    /** Id and secret in the form that is posted. */
    BODY,
    /** Id and secret in the {@code Authorization} header. */
    HEADER,
    /** A client without a secret names itself only. */
    NONE
}
