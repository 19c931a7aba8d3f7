/** The domain: the front door, the store port, the declared keyspace and the capabilities. */
module dev.yorozu.core {
    requires com.nimbusds.jose.jwt;
    requires java.logging;
    requires tools.jackson.core;
    requires static transitive org.jspecify;

    exports dev.yorozu;
    exports dev.yorozu.account;
    exports dev.yorozu.audit;
    exports dev.yorozu.cache;
    exports dev.yorozu.command;
    exports dev.yorozu.command.call;
    exports dev.yorozu.command.family;
    exports dev.yorozu.command.script;
    exports dev.yorozu.credential;
    exports dev.yorozu.json;
    exports dev.yorozu.jwt;
    exports dev.yorozu.keyspace;
    exports dev.yorozu.limit;
    exports dev.yorozu.limit.attempt;
    exports dev.yorozu.link;
    exports dev.yorozu.lock;
    exports dev.yorozu.membership;
    exports dev.yorozu.nostalgic;
    exports dev.yorozu.nostalgic.board;
    exports dev.yorozu.nostalgic.board.rule;
    exports dev.yorozu.nostalgic.board.settings;
    exports dev.yorozu.nostalgic.counter;
    exports dev.yorozu.nostalgic.integrity;
    exports dev.yorozu.nostalgic.like;
    exports dev.yorozu.nostalgic.ranking;
    exports dev.yorozu.nostalgic.source;
    exports dev.yorozu.nostalgic.total;
    exports dev.yorozu.nostalgic.visitor;
    exports dev.yorozu.oauth;
    exports dev.yorozu.operation;
    exports dev.yorozu.recovery;
    exports dev.yorozu.retry;
    exports dev.yorozu.secret;
    exports dev.yorozu.session;
    exports dev.yorozu.session.provider;
    exports dev.yorozu.store;
    exports dev.yorozu.store.backend;
    exports dev.yorozu.store.memory;
    exports dev.yorozu.text;
    exports dev.yorozu.token;
    exports dev.yorozu.token.ledger;
}
