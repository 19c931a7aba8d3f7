package dev.yorozu.account;

/**
 * What must end elsewhere when an account changes: the sessions and tokens of its owner. Called after the directory has
 * made the change; safe to be called twice.
 */
public interface AccountEndings {
    /** The account can no longer be signed in to: everything ends. */
    void disabled(Account account);

    /** An operator set another password: everything ends. */
    void passwordChanged(Account account);

    /** The account is gone: everything ends. */
    void deleted(Account account);

    /** Ends what these end, and then what the others do. A fault of the first leaves the others for the next try. */
    default AccountEndings and(AccountEndings others) {
        AccountEndings first = this;
        return new AccountEndings() {
            @Override
            public void disabled(Account account) {
                first.disabled(account);
                others.disabled(account);
            }

            @Override
            public void passwordChanged(Account account) {
                first.passwordChanged(account);
                others.passwordChanged(account);
            }

            @Override
            public void deleted(Account account) {
                first.deleted(account);
                others.deleted(account);
            }
        };
    }

    /** For programs in which nothing hangs on an account. */
    AccountEndings NONE = new AccountEndings() {
        @Override
        public void disabled(Account account) {}

        @Override
        public void passwordChanged(Account account) {}

        @Override
        public void deleted(Account account) {}
    };
}
