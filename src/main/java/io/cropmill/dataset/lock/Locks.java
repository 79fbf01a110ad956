package io.cropmill.dataset.lock;

import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.storage.Storage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The files {@code lock.N} of a dataset, as they lie there; the highest is the one that counts. */
public record Locks(Storage storage) {
    /** The number of a dataset's first lock. */
    static final long FIRST = 1;

    private static final int LIMIT = 1 << 16;

    /**
     * A lock as it was read.
     *
     * @param content compared as it is: what no holder of this release wrote may be alive, too
     */
    public record ObservedLock(long number, byte[] content) {
        public String name() {
            return DatasetLayout.lock(number);
        }

        public Optional<LockNote> note() {
            return LockNote.parse(content);
        }

        private Optional<String> run() {
            return note().map(LockNote::run);
        }

        /**
         * The number of the lock that takes its place.
         *
         * @throws IOException if there is none: a file of that name is not of a run
         */
        long next() throws IOException {
            if (number >= DatasetLayout.LAST) {
                throw new IOException(
                        "[" + name() + "] Expected the lock of a run, but found the last number that there"
                                + " is, which no run reaches; delete the file");
            }
            return number + 1;
        }

        public boolean released() {
            return note().filter(LockNote::released).isPresent();
        }

        public String holder() {
            return note().map(LockNote::holder).orElse("an unknown run");
        }
    }

    /** Numbers that are there, the highest first. */
    public List<Long> numbers() throws IOException {
        List<Long> numbers = new ArrayList<>();
        for (String name : storage.names("")) {
            DatasetLayout.lockNumber(name).ifPresent(numbers::add);
        }
        numbers.sort(Comparator.reverseOrder());
        return numbers;
    }

    /** The lock that counts; nothing where there never was one. */
    public Optional<ObservedLock> highest() throws IOException {
        while (true) {
            List<Long> numbers = numbers();
            if (numbers.isEmpty()) {
                return Optional.empty();
            }
            long number = numbers.get(0);
            try {
                return Optional.of(new ObservedLock(number, storage.readSmall(DatasetLayout.lock(number), LIMIT)));
            } catch (FileNotFoundException e) {
                // A higher one came, and took this one away.
                continue;
            }
        }
    }

    /** True if a lock that was looked at is there and has not changed, or only been released. */
    public boolean stands(ObservedLock before) throws IOException {
        try {
            ObservedLock now = new ObservedLock(before.number(), storage.readSmall(before.name(), LIMIT));
            return Arrays.equals(now.content(), before.content())
                    || now.released() && now.run().equals(before.run());
        } catch (FileNotFoundException e) {
            return false;
        }
    }

    /** Removes what lower numbers left. */
    void deleteBelow(long number) throws IOException {
        for (long other : numbers()) {
            if (other < number) {
                storage.delete(DatasetLayout.lock(other));
            }
        }
    }
}
