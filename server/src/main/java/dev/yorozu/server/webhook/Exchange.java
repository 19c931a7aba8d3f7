package dev.yorozu.server.webhook;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * One try to deliver.
 *
 * <p>The name of the host is looked up once, every address that it has is judged, and the connection goes to one of those
 * that passed: never to the name, which could lead elsewhere a moment later. This is why the request is written to a
 * socket here: Java's own client takes names only, or would accept a certificate for the address in place of the name. A
 * redirect is an answer like any other. The time of the policy bounds all of it together.
 */
final class Exchange implements AutoCloseable {
    /** Of a host with many addresses; some receivers have one that is down, none has so many. */
    private static final int MOST_ADDRESSES = 4;
    /** How long a receiver whose status is known may pause within the rest of its answer. */
    private static final int PARTING_MILLIS = 250;

    private final WebhookPolicy policy;
    private final Lookups lookups;
    private final Supplier<SSLContext> trust;

    Exchange(WebhookPolicy policy, Network network) {
        this.policy = policy;
        this.lookups = new Lookups(network.resolver(), policy.concurrent());
        this.trust = network.trust();
    }

    Attempt send(Target target, byte[] request) throws InterruptedException {
        long deadline = System.nanoTime() + policy.timeout().toNanos();
        Optional<InetAddress> literal = target.literal();
        List<InetAddress> found;
        try {
            found = literal.isPresent() ? List.of(literal.get()) : lookups.find(target.host(), policy.timeout());
        } catch (ExecutionException unknown) {
            return new Attempt.Trouble("was not found");
        } catch (TimeoutException slow) {
            return new Attempt.Trouble("was not found in time");
        }
        List<InetAddress> permitted = found.stream()
                .filter(address -> Reach.of(address).permitted(policy, target.encrypted()))
                .limit(MOST_ADDRESSES)
                .toList();
        if (permitted.isEmpty()) {
            return new Attempt.Refused("leads to no address that webhooks go to");
        }
        Optional<Socket> connected = connect(permitted, target.port(), deadline);
        return connected.isEmpty()
                ? new Attempt.Trouble("could not be reached")
                : exchange(connected.get(), target, request, deadline);
    }

    private static Optional<Socket> connect(List<InetAddress> addresses, int port, long deadline)
            throws InterruptedException {
        for (int i = 0; i < addresses.size() && nanosUntil(deadline) > 0; i++) {
            // A proxy of the Java platform would look the name up itself.
            Socket socket = new Socket(Proxy.NO_PROXY);
            try {
                long share = TimeUnit.NANOSECONDS.toMillis(nanosUntil(deadline)) / (addresses.size() - i);
                socket.connect(new InetSocketAddress(addresses.get(i), port), Math.clamp(share, 1, Integer.MAX_VALUE));
                return Optional.of(socket);
            } catch (IOException unreachable) {
                close(socket);
                stopIfInterrupted();
            }
        }
        return Optional.empty();
    }

    private Attempt exchange(Socket connected, Target target, byte[] request, long deadline)
            throws InterruptedException {
        // A socket's own timeout starts anew with every byte, and does not hold for writing at all.
        CompletableFuture<Void> end = new CompletableFuture<>();
        end.orTimeout(nanosUntil(deadline), TimeUnit.NANOSECONDS).whenComplete((done, late) -> close(connected));
        try {
            return Attempt.of(status(connected, target, request));
        } catch (ProtocolException malformed) {
            return new Attempt.Failed("gave no answer of HTTP");
        } catch (IOException broken) {
            stopIfInterrupted();
            if (broken instanceof SSLException && broken.getCause() instanceof CertificateException) {
                return new Attempt.Failed("has no certificate that is believed");
            }
            return new Attempt.Trouble(
                    nanosUntil(deadline) <= 0 ? "did not answer in time" : "broke the connection off");
        } finally {
            end.complete(null);
        }
    }

    private int status(Socket connected, Target target, byte[] request) throws IOException {
        connected.setTcpNoDelay(true);
        Socket socket = target.encrypted() ? encrypted(connected, target) : connected;
        socket.getOutputStream().write(request);
        socket.getOutputStream().flush();
        Answer answer = new Answer(socket.getInputStream());
        int status = answer.status();
        try (socket) {
            socket.setSoTimeout(PARTING_MILLIS);
            answer.discard();
        } catch (IOException over) {
            return status; // Nothing can go wrong any more: the receiver has said what it had to say.
        }
        return status;
    }

    private SSLSocket encrypted(Socket plain, Target target) throws IOException {
        SSLSocket socket =
                (SSLSocket) trust.get().getSocketFactory().createSocket(plain, target.host(), target.port(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        parameters.setServerNames(target.literal().isPresent() ? List.of() : List.of(new SNIHostName(target.host())));
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private static long nanosUntil(long deadline) {
        return deadline - System.nanoTime();
    }

    /** An interrupt closes the socket of a virtual thread, which then looks like trouble of the network. */
    private static void stopIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException broken) {
            return; // It is closed all the same.
        }
    }

    @Override
    public void close() {
        lookups.close();
    }
}
