package dev.yorozu.server.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Changes a few bytes of a request, as chance has it: anywhere, or where HTTP still holds and the systems get to see it. */
final class Mutation {
    private static final byte[] TELLING = "\0\t\n\r !\"#%&'()*+,-./0123456789:;<=>?@[\\]^_{|}~\u007f\u0080\u00ff\u00e3"
            .getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] LENGTH = "Content-Length: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FORWARDED = "X-Forwarded-For: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BLANK = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final SplittableRandom random;
    private final List<byte[]> samples;

    Mutation(List<byte[]> samples, SplittableRandom random) {
        this.samples = samples;
        this.random = random;
    }

    byte[] next() {
        byte[] sample = fromElsewhere(any());
        int blank = indexOf(sample, BLANK) + BLANK.length;
        return switch (random.nextInt(4)) {
            case 0 -> within(sample, 0, sample.length);
            case 1 -> within(sample, indexOf(sample, new byte[] {' '}) + 1, indexOf(sample, new byte[] {'\r'}) - 9);
            case 2 -> within(sample, 0, blank);
            default -> framed(within(sample, blank, sample.length), blank);
        };
    }

    /** Each comes from another address, as the proxy says, so that nobody is asked to wait for having tried too often. */
    private byte[] fromElsewhere(byte[] sample) {
        int at = indexOf(sample, FORWARDED);
        if (at < 0) {
            return sample;
        }
        byte[] elsewhere = sample.clone();
        for (int i = 0; i < 4; i++) {
            byte[] octet = Integer.toString(random.nextInt(128, 200)).getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(octet, 0, elsewhere, at + FORWARDED.length + 4 * i, octet.length);
        }
        return elsewhere;
    }

    private byte[] any() {
        return samples.get(random.nextInt(samples.size()));
    }

    /** One to four changes between two places. */
    private byte[] within(byte[] sample, int from, int to) {
        byte[] middle = Arrays.copyOfRange(sample, from, Math.max(from, to));
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            middle = changed(middle);
        }
        return joined(
                Arrays.copyOf(sample, from), middle, Arrays.copyOfRange(sample, Math.max(from, to), sample.length));
    }

    private byte[] changed(byte[] bytes) {
        int at = random.nextInt(bytes.length + 1);
        int end = Math.min(bytes.length, at + random.nextInt(1, 9));
        byte[] before = Arrays.copyOf(bytes, at);
        byte[] after = Arrays.copyOfRange(bytes, at, bytes.length);
        return switch (random.nextInt(8)) {
            case 0 -> joined(before, new byte[] {telling()}, after);
            case 1 -> joined(before, new byte[] {(byte) random.nextInt(256)}, after);
            case 2 -> joined(before, new byte[] {telling()}, Arrays.copyOfRange(bytes, end, bytes.length));
            case 3 -> joined(before, Arrays.copyOfRange(bytes, end, bytes.length));
            case 4 -> joined(before, Arrays.copyOfRange(bytes, at, end), after);
            case 5 -> flipped(bytes, at);
            case 6 -> random.nextInt(4) == 0 ? before : joined(after, before);
            default -> spliced(before, after);
        };
    }

    private byte telling() {
        return TELLING[random.nextInt(TELLING.length)];
    }

    private byte[] flipped(byte[] bytes, int at) {
        byte[] flipped = bytes.clone();
        if (at < flipped.length) {
            flipped[at] ^= (byte) (1 << random.nextInt(8));
        }
        return flipped;
    }

    private byte[] spliced(byte[] before, byte[] after) {
        byte[] other = any();
        int at = random.nextInt(other.length);
        return joined(before, Arrays.copyOfRange(other, at, Math.min(other.length, at + random.nextInt(40))), after);
    }

    /** The request with the length that its body has come to. */
    private static byte[] framed(byte[] request, int blank) {
        int length = indexOf(request, LENGTH);
        if (length < 0 || length > blank) {
            return request;
        }
        int end = length + LENGTH.length;
        while (request[end] != '\r') {
            end++;
        }
        return joined(
                Arrays.copyOf(request, length + LENGTH.length),
                Integer.toString(request.length - blank).getBytes(StandardCharsets.US_ASCII),
                Arrays.copyOfRange(request, end, request.length));
    }

    private static int indexOf(byte[] bytes, byte[] sought) {
        for (int i = 0; i <= bytes.length - sought.length; i++) {
            if (Arrays.equals(bytes, i, i + sought.length, sought, 0, sought.length)) {
                return i;
            }
        }
        return -1;
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
