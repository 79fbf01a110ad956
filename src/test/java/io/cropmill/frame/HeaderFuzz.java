package io.cropmill.frame;

import io.cropmill.npy.NpyException;
import io.cropmill.npy.NpyReader;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Jazzer's target for the header parser: any bytes end in a header or in an error that names the file. */
public final class HeaderFuzz {
    private HeaderFuzz() {}

    public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
        try {
            new NpyReader("fuzz.npy", ByteBuffer.wrap(bytes)).packedData(1 << 20);
        } catch (NpyException e) {
            String message = String.valueOf(e.getMessage());
            if (!message.startsWith("[fuzz.npy] Expected ")) {
                throw new AssertionError("An error must say where and what: " + message, e);
            }
        }
    }
}
