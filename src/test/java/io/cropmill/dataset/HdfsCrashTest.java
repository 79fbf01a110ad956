package io.cropmill.dataset;

import io.cropmill.Slow;
import io.cropmill.storage.FaultyStorage.Fault;
import io.cropmill.storage.MiniDfs;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;

@Slow
@Tag("sweep")
class HdfsCrashTest extends CrashContract {
    @Override
    String newLocation() {
        return MiniDfs.shared().newFolder();
    }

    @Override
    Configuration configuration() {
        return MiniDfs.shared().configuration();
    }

    /** The others leave the same states, which the local test tries. */
    @Override
    List<Fault> faults() {
        return List.of(Fault.ANSWER_LOST, Fault.DIES_BEFORE);
    }
}
