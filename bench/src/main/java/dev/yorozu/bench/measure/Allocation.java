package dev.yorozu.bench.measure;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * What another JVM of this machine has allocated on its heap since it started: its own count, which every thread keeps
 * anyway, asked for once before and once after a run, over a local connection.
 */
public final class Allocation implements AutoCloseable {
    private final JMXConnector connector;
    private final MBeanServerConnection beans;

    private Allocation(JMXConnector connector) throws IOException {
        this.connector = connector;
        this.beans = connector.getMBeanServerConnection();
    }

    @SuppressWarnings("BanJNDI") // The address comes from a process that this one started.
    public static Allocation of(ProcessHandle process) throws IOException {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
            try {
                String address = machine.startLocalManagementAgent();
                return new Allocation(JMXConnectorFactory.connect(new JMXServiceURL(address)));
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException e) {
            throw new IOException(e);
        }
    }

    /** The bytes that all threads have allocated, also those that have ended; virtual threads count with their carriers. */
    public long bytes() {
        try {
            return (Long) beans.getAttribute(new ObjectName("java.lang:type=Threading"), "TotalThreadAllocatedBytes");
        } catch (JMException | IOException e) {
            throw new IllegalStateException("A JVM does not say what it allocated", e);
        }
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
