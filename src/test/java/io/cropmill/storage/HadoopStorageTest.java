package io.cropmill.storage;

import org.apache.hadoop.conf.Configuration;

class HadoopStorageTest extends StorageContract {
    @Override
    String newLocation() {
        return MiniDfs.shared().newFolder();
    }

    @Override
    Configuration configuration() {
        return MiniDfs.shared().configuration();
    }
}
