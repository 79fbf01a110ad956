package io.cropmill.storage;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.ToLongFunction;

/** What this JVM holds in direct buffers. */
public final class DirectMemory {
    private DirectMemory() {}

    public static long bytes() {
        return sum(BufferPoolMXBean::getTotalCapacity);
    }

    /** How many there are. */
    public static long buffers() {
        return sum(BufferPoolMXBean::getCount);
    }

    private static long sum(ToLongFunction<BufferPoolMXBean> figure) {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(figure)
                .sum();
    }
}
