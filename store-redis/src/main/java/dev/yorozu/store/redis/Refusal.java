package dev.yorozu.store.redis;

import dev.yorozu.store.StoreException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Says in one sentence why a Redis could not be opened, and what to do about it. */
final class Refusal {
    private Refusal() {}

    static StoreException.CannotOpen of(String where, Throwable thrown, Duration timeout) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            String sentence = sentence(cause, timeout);
            if (sentence != null) {
                return new StoreException.CannotOpen(where + " " + sentence, thrown);
            }
        }
        return new StoreException.CannotOpen(where + " cannot be reached: look at its address and its log", thrown);
    }

    static StoreException.CannotOpen ofUpstash(String where, Failure failure, Duration timeout) {
        if (failure instanceof Failure.Refused refused) {
            if (refused.is("NOPERM")) {
                return new StoreException.CannotOpen(
                        where + " takes this token for reading only: set the token that may also write", failure);
            }
            if (refused.is("WRONGPASS")) {
                return new StoreException.CannotOpen(where + " does not accept the token: correct it", failure);
            }
            return new StoreException.CannotOpen(
                    where + " refused the first command: " + Faults.sentence(refused), failure);
        }
        return of(where, failure, timeout);
    }

    /** Why a Redis cannot wait for replicas or disks. */
    static String ofConfirming(Failure.Refused refused) {
        if (refused.is("appendonly")) {
            return " has no append-only file to wait for: set appendonly yes there, or wait for replicas alone";
        }
        if (refused.is("unknown command")) {
            return " cannot wait for its disk: take Redis 7.2 or later, or wait for replicas alone";
        }
        return " does not let this user wait for replicas: give the user the right to WAIT and WAITAOF, or turn waiting off";
    }

    private static @Nullable String sentence(Throwable cause, Duration timeout) {
        String text = String.valueOf(cause.getMessage());
        if (text.contains("NOAUTH")) {
            return "asks for a password: write it into the store URL, before the address, as :PASSWORD@";
        }
        if (text.contains("WRONGPASS") || text.contains("invalid password")) {
            return "does not accept the user name or password of the store URL: correct them there";
        }
        if (text.contains("without any password configured")) {
            return "has no password: remove the one in the store URL";
        }
        if (text.contains("DB index")) {
            return "does not have the database that the store URL names: choose a smaller number";
        }
        if (text.contains("NOPERM")) {
            return "does not let this user run a command that the store needs: give the user more rights";
        }
        if (text.contains("LOADING")) {
            return "is still loading its data: try again in a moment";
        }
        if (text.contains("masterId") || text.contains("No such master")) {
            return "is not known to them: correct the name after # in the store URL";
        }
        if (text.contains("Cannot connect Redis Sentinel")) {
            return "is not known, because none of them answers: start them or correct their addresses";
        }
        if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
            return "cannot be found: correct the host name in the store URL";
        }
        if (cause instanceof ConnectException) {
            return "does not accept connections: start it or correct the store URL";
        }
        if (cause instanceof SSLException) {
            return "does not speak TLS as asked: look at its certificate, or use redis:// where it has no TLS";
        }
        if (cause instanceof TimeoutException || text.contains("timed out") || text.contains("in time")) {
            return "did not answer within " + timeout.toMillis() + " ms: look at its load or raise the timeout";
        }
        return null;
    }
}
