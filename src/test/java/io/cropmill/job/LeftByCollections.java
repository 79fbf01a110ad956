package io.cropmill.job;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** What garbage collections leave on the heap: no less than what was in use, and no more than what there is room for. */
final class LeftByCollections {
    private final Set<String> heapPools = new HashSet<>();
    private final AtomicLong most = new AtomicLong();

    private LeftByCollections() {
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                heapPools.add(pool.getName());
            }
        }
    }

    /** Watches until the JVM ends. */
    static LeftByCollections watch() {
        LeftByCollections left = new LeftByCollections();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector).addNotificationListener((event, none) -> left.note(event), null, null);
        }
        return left;
    }

    /** Bytes after the collection that left the most. */
    long most() {
        return most.get();
    }

    private void note(Notification event) {
        if (event.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            Map<String, MemoryUsage> after = GarbageCollectionNotificationInfo.from((CompositeData) event.getUserData())
                    .getGcInfo()
                    .getMemoryUsageAfterGc();
            long sum = after.entrySet().stream()
                    .filter(pool -> heapPools.contains(pool.getKey()))
                    .mapToLong(pool -> pool.getValue().getUsed())
                    .sum();
            most.accumulateAndGet(sum, Math::max);
        }
    }
}
