package dev.yorozu.server.operate.transport;

/** Is told how far a long walk has come. Calls are frequent and must be quick. */
public interface Progress {
    /** So many keys are done. */
    void keys(long done);

    Progress NONE = done -> {};
}
