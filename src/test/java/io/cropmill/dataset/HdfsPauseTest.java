package io.cropmill.dataset;

import io.cropmill.Slow;
import io.cropmill.storage.MiniDfs;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;

@Slow
@Tag("sweep")
class HdfsPauseTest extends PauseContract {
    @Override
    String newLocation() {
        return MiniDfs.shared().newFolder();
    }

    @Override
    Configuration configuration() {
        return MiniDfs.shared().configuration();
    }

    @Override
    int othersTried() {
        return 1;
    }
}
