package io.cropmill.dataset.lock;

import io.cropmill.Slow;
import io.cropmill.storage.MiniDfs;
import org.apache.hadoop.conf.Configuration;

@Slow
class HdfsWithdrawnLockTest extends WithdrawnLockContract {
    @Override
    String newLocation() {
        return MiniDfs.shared().newFolder();
    }

    @Override
    Configuration configuration() {
        return MiniDfs.shared().configuration();
    }
}
