package dev.yorozu.store.testkit.redis;

import dev.yorozu.store.testkit.Poll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A real Redis Cluster on loopback: three masters that share all slots, with a replica each where asked. */
public final class RedisClusterProcesses implements AutoCloseable {
    private static final int MASTERS = 3;
    private static final int SLOTS = 16_384;

    /** How soon the others take a node for lost, where a test waits for that. */
    private static final Duration SOON = Duration.ofSeconds(2);

    /** The same where no node is ever lost: a machine that is held up for a while changes nothing. */
    private static final Duration LATE = Duration.ofSeconds(20);

    private final List<RedisProcess> nodes = new ArrayList<>();

    private RedisClusterProcesses() {}

    /** Starts three masters and waits until each of them says that the cluster is whole. */
    public static RedisClusterProcesses start() {
        return start(0);
    }

    /** Starts three masters and as many replicas as asked for each, so that a lost master is replaced. */
    public static RedisClusterProcesses start(int replicasPerMaster) {
        return start(replicasPerMaster, SOON);
    }

    private static RedisClusterProcesses start(int replicasPerMaster, Duration lost) {
        RedisClusterProcesses cluster = new RedisClusterProcesses();
        try {
            for (int i = 0; i < MASTERS * (1 + replicasPerMaster); i++) {
                cluster.nodes.add(startNode(lost));
            }
            cluster.form();
            return cluster;
        } catch (RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    /** The cluster that all tests of this JVM may share; it is started at the first call and ends with the JVM. */
    public static RedisClusterProcesses shared() {
        return Shared.CLUSTER;
    }

    /** The nodes: first the three masters in the order of their slots, then their replicas in the same order. */
    public List<RedisProcess> nodes() {
        return List.copyOf(nodes);
    }

    public RedisProcess node(int index) {
        return nodes.get(index);
    }

    public String url() {
        return nodes.stream()
                .limit(MASTERS)
                .map(node -> "127.0.0.1:" + node.port())
                .collect(Collectors.joining(",", "redis-cluster://", ""));
    }

    /** Runs a command on the node that owns its key. */
    public String cli(String... arguments) {
        List<String> command = new ArrayList<>(List.of("-c"));
        command.addAll(List.of(arguments));
        return node(0).cli(command.toArray(String[]::new));
    }

    /** Removes all keys of all masters. */
    public void clear() {
        nodes.stream().limit(MASTERS).forEach(master -> master.cli("flushall"));
    }

    public int slotOf(String clusterName) {
        return Integer.parseInt(node(0).cli("cluster", "keyslot", clusterName));
    }

    /** The index of the first master that says it owns the slot. */
    public int ownerOf(int slot) {
        for (int i = 0; i < MASTERS; i++) {
            if (owns(node(i), slot)) {
                return i;
            }
        }
        throw new IllegalStateException("No master owns slot " + slot);
    }

    /** Moves a slot with all its keys to another master while the cluster serves. */
    public void moveSlot(int slot, int to) {
        int from = ownerOf(slot);
        if (from != to) {
            openMove(slot, from, to);
            moveKeys(slot, from, to);
            closeMove(slot, from, to);
        }
    }

    /** Begins a move: from now on the old owner redirects requests for keys that it does not hold. */
    public void openMove(int slot, int from, int to) {
        expectOk(node(to).cli("cluster", "setslot", "" + slot, "importing", id(node(from))));
        expectOk(node(from).cli("cluster", "setslot", "" + slot, "migrating", id(node(to))));
    }

    /** Carries all keys of the slot over, one at a time. */
    public void moveKeys(int slot, int from, int to) {
        String target = "" + node(to).port();
        String keys = node(from).cli("cluster", "getkeysinslot", "" + slot, "10000");
        for (String key : keys.lines().toList()) {
            expectOk(node(from).cli("migrate", "127.0.0.1", target, key, "0", "5000"));
        }
    }

    /** Ends a move: the new owner answers for the slot. */
    public void closeMove(int slot, int from, int to) {
        String owner = id(node(to));
        expectOk(node(to).cli("cluster", "setslot", "" + slot, "node", owner));
        expectOk(node(from).cli("cluster", "setslot", "" + slot, "node", owner));
        for (int i = 0; i < MASTERS; i++) {
            RedisProcess master = node(i);
            Poll.until("every master knows the slot's new owner", () -> knowsOwner(master, slot, owner));
        }
    }

    /** Kills a master that has a replica, and waits until that replica has taken its place. */
    public void failOver(int master) {
        RedisProcess replica = node(MASTERS + master);
        node(master).kill();
        Poll.until("the replica became the master", () -> replica.cli("role").startsWith("master"));
        for (RedisProcess node : nodes) {
            if (node != node(master)) {
                Poll.until("the cluster is whole again", () -> isWhole(node));
            }
        }
    }

    @Override
    public void close() {
        nodes.forEach(RedisProcess::close);
    }

    private static RedisProcess startNode(Duration lost) {
        return RedisProcess.start(
                "--cluster-enabled",
                "yes",
                "--cluster-port",
                "" + Ports.free(),
                "--cluster-node-timeout",
                Long.toString(lost.toMillis()),
                "--cluster-announce-ip",
                "127.0.0.1");
    }

    private void form() {
        for (int i = 0; i < MASTERS; i++) {
            int first = SLOTS * i / MASTERS;
            int last = SLOTS * (i + 1) / MASTERS - 1;
            expectOk(node(i).cli("cluster", "addslotsrange", "" + first, "" + last));
            expectOk(node(i).cli("cluster", "set-config-epoch", "" + (i + 1)));
        }
        for (RedisProcess node : nodes.subList(1, nodes.size())) {
            expectOk(node(0).cli("cluster", "meet", "127.0.0.1", "" + node.port(), busPort(node)));
        }
        for (RedisProcess node : nodes) {
            Poll.until("the nodes know each other", () -> knowsAll(node));
        }
        for (int i = MASTERS; i < nodes.size(); i++) {
            RedisProcess replica = node(i);
            expectOk(replica.cli("cluster", "replicate", id(node(i % MASTERS))));
            Poll.until(
                    "the replica follows",
                    () -> replica.cli("info", "replication").contains("master_link_status:up"));
        }
        for (RedisProcess node : nodes) {
            Poll.until("the cluster is whole", () -> isWhole(node));
        }
    }

    private boolean knowsAll(RedisProcess node) {
        String info = node.cli("cluster", "info");
        return info.contains("cluster_known_nodes:" + nodes.size()) && info.contains("cluster_slots_ok:" + SLOTS);
    }

    private static boolean isWhole(RedisProcess node) {
        String info = node.cli("cluster", "info");
        return info.contains("cluster_state:ok") && info.contains("cluster_slots_ok:" + SLOTS);
    }

    private static String busPort(RedisProcess node) {
        return node.cli("config", "get", "cluster-port").lines().toList().getLast();
    }

    private static String id(RedisProcess node) {
        return node.cli("cluster", "myid");
    }

    private static boolean owns(RedisProcess node, int slot) {
        return knowsOwner(node, slot, id(node));
    }

    /** Reads the ranges of slots behind the owner's line in what the node knows of the cluster. */
    private static boolean knowsOwner(RedisProcess node, int slot, String owner) {
        return node.cli("cluster", "nodes")
                .lines()
                .filter(line -> line.startsWith(owner))
                .flatMap(line -> List.of(line.split(" ", -1)).stream().skip(8))
                .filter(range -> !range.startsWith("["))
                .anyMatch(range -> covers(range, slot));
    }

    private static boolean covers(String range, int slot) {
        int dash = range.indexOf('-');
        int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
        int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
        return first <= slot && slot <= last;
    }

    private static void expectOk(String answer) {
        if (!answer.equals("OK") && !answer.equals("NOKEY")) {
            throw new IllegalStateException("Redis answered: " + answer);
        }
    }

    private static final class Shared {
        static final RedisClusterProcesses CLUSTER = start(0, LATE);
    }
}
