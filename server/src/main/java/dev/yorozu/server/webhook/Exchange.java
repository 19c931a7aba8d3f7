package dev.yorozu.server.webhook;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * One try to deliver.
 *
 * <p>The name of the host is looked up once, every address that it has is judged, and the connection goes to one of those
 * that passed: never to the name, which could lead elsewhere a moment later. This is why the request is written to a
 * socket here, since Java's own client takes names only. A redirect is an answer like any other. The time of the policy
 * bounds all of it together.
 */
final class Exchange implements AutoCloseable {
    /** Of a host with many addresses; some receivers have one that is down, none has so many. */
    private static final int MOST_ADDRESSES = 4;
    /** How long a receiver whose status is known may pause within the rest of its answer. */
    private static final int PARTING_MILLIS = 250;

    private final WebhookPolicy policy;
    private final Lookups lookups;
    private final SSLSocketFactory tls;

    Exchange(WebhookPolicy policy, Network network) {
        this.policy = policy;
        this.lookups = new Lookups(network.resolver(), policy.concurrent());
        this.tls = network.trust().getSocketFactory();
    }

    Attempt send(Target target, byte[] request) throws InterruptedException {
        Deadline deadline = Deadline.in(policy.timeout());
        List<InetAddress> found;
        try {
            found = lookups.find(target, deadline);
        } catch (UnknownHostException unknown) {
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
        return exchange(target, permitted, request, deadline);
    }

    private Attempt exchange(Target target, List<InetAddress> addresses, byte[] request, Deadline deadline)
            throws InterruptedException {
        Optional<Socket> connected = connect(target, addresses, deadline);
        if (connected.isEmpty()) {
            return new Attempt.Trouble("could not be reached");
        }
        try (Socket socket = connected.get();
                Watchdog watchdog = Watchdog.over(socket, deadline)) {
            return Attempt.of(status(socket, target, request, deadline));
        } catch (IOException broken) {
            stopIfInterrupted();
            return judged(broken, deadline);
        }
    }

    private static Optional<Socket> connect(Target target, List<InetAddress> addresses, Deadline deadline)
            throws InterruptedException {
        for (int i = 0; i < addresses.size() && !deadline.passed(); i++) {
            // A proxy of the Java platform would look the name up itself.
            Socket socket = new Socket(Proxy.NO_PROXY);
            try {
                int share = Math.max(1, deadline.millis() / (addresses.size() - i));
                socket.connect(new InetSocketAddress(addresses.get(i), target.port()), share);
                return Optional.of(socket);
            } catch (IOException unreachable) {
                close(socket);
                stopIfInterrupted();
            }
        }
        return Optional.empty();
    }

    private int status(Socket plain, Target target, byte[] request, Deadline deadline) throws IOException {
        plain.setTcpNoDelay(true);
        plain.setSoTimeout(deadline.millis());
        Socket socket = target.encrypted() ? encrypted(plain, target) : plain;
        socket.getOutputStream().write(request);
        socket.getOutputStream().flush();
        Answer answer = new Answer(socket.getInputStream());
        int status = answer.status();
        // From here on nothing can go wrong any more: the receiver has said what it had to say.
        plain.setSoTimeout(Math.min(PARTING_MILLIS, deadline.millis()));
        answer.discard();
        close(socket);
        return status;
    }

    private SSLSocket encrypted(Socket plain, Target target) throws IOException {
        SSLSocket socket = (SSLSocket) tls.createSocket(plain, target.host(), target.port(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        parameters.setServerNames(target.isLiteral() ? List.of() : List.of(new SNIHostName(target.host())));
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private static Attempt judged(IOException broken, Deadline deadline) {
        if (broken instanceof Answer.Malformed) {
            return new Attempt.Failed("gave no answer of HTTP");
        }
        if (broken instanceof SSLException && broken.getCause() instanceof CertificateException) {
            return new Attempt.Failed("has no certificate that is believed");
        }
        boolean late = broken instanceof SocketTimeoutException || deadline.passed();
        return new Attempt.Trouble(late ? "did not answer in time" : "broke the connection off");
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
