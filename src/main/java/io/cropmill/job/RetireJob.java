package io.cropmill.job;

import io.cropmill.config.Settings;
import io.cropmill.config.Settings.OnBadRecording;
import io.cropmill.crop.BadOrigin;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.LeftOutField;
import io.cropmill.crop.Recording;
import io.cropmill.crop.ragged.RaggedOrigin;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.Loss;
import io.cropmill.dataset.RecordingDigests;
import io.cropmill.dataset.RecordingProof;
import io.cropmill.dataset.Retirement;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.lock.LockedException;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.export.Losses;
import io.cropmill.rebuild.RecordingProblem;
import io.cropmill.rebuild.SourceListing;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.report.Progress;
import io.cropmill.spark.CleanStop;
import io.cropmill.spark.Cluster;
import io.cropmill.spark.RasterClasses;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.text.Figures;
import io.cropmill.text.VisibleText;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.api.java.JavaSparkContext;

/** Proves recordings, publishes a version that marks them as retired, and writes their certificates. */
final class RetireJob {
    private final JavaSparkContext spark;
    private final RetireRequest request;
    private final Progress progress;

    RetireJob(JavaSparkContext spark, Progress progress, RetireRequest request) {
        this.spark = spark;
        this.progress = progress;
        this.request = request;
    }

    JobOutcome run() throws IOException {
        try (Storage source = Storages.source(request.source(), spark.hadoopConfiguration());
                Storage target = Storages.of(request.target(), spark.hadoopConfiguration())) {
            Targets.refuseUnsafe(target);
            Targets.refuseOverlap(source, target);
            try (CleanStop stop = CleanStop.watch(spark, "what is not retired yet is when it is run again");
                    DatasetLock lock = stop.over(() -> DatasetLock.acquire(
                            target, "retire", request.settings().lockStaleAfter(), stop.waiter(progress::say)));
                    Closeable end = lock::withdraw) {
                lock.whenLost(stop::cancel);
                try {
                    return stop.over(() -> retire(source, target, lock));
                } catch (IOException | RuntimeException e) {
                    stop.require();
                    lock.requireHeldAfter(e);
                    throw e;
                }
            }
        } catch (LockedException e) {
            return new JobOutcome(ExitCode.LOCKED, e.getMessage() + "\n");
        }
    }

    private JobOutcome retire(Storage source, Storage target, DatasetLock lock) throws IOException {
        Retirement retirement = Retirement.begin(new Dataset(target), lock, request.recordings());
        Manifest part = retirement.part();
        if (part.recordings().isEmpty()) {
            return new JobOutcome(ExitCode.DONE, "All of them are retired already\n");
        }
        Settings settings = Recipes.asBuilt(request.settings(), part.recipe());
        // What is wrong with other recordings is for the next rebuild to tell.
        List<SourceRecording> listing = SourceListing.of(source, settings.source(), OnBadRecording.SKIP);
        requireFilesOfTheirOwn(part, listing);
        // Before hours of work; what the certificates say is what the proof finds.
        Cluster cluster = Cluster.of(spark, progress, source, target);
        Map<String, Loss> expected = losses(cluster, part, listing, settings.source());
        if (!expected.isEmpty() && request.onLoss() == RetireRequest.OnLoss.REFUSE) {
            return refused(expected, "\nPadding was not looked at yet: only the proof tells of values in it");
        }
        List<RecordingDigests> digests = digests(cluster, part.recordings());
        List<RecordingProof.ProofOutcome> proofs = new ValidationProof(cluster, settings, listing).prove(part);
        // What another removed meanwhile is no difference.
        lock.requireHeld();
        List<String> failures =
                proofs.stream().flatMap(proof -> proof.failures().stream()).toList();
        if (!failures.isEmpty()) {
            return new JobOutcome(
                    ExitCode.VALIDATION_FAILED,
                    String.join("\n", failures) + "\n\nNothing was retired: old and new differ\n");
        }
        List<Retirement.ProvenRecording> proven = proven(source, part, digests, proofs);
        Map<String, Loss> losses = new LinkedHashMap<>();
        proofs.stream()
                .filter(proof -> !proof.loss().isNone())
                .forEach(proof -> losses.put(proof.recording(), proof.loss()));
        if (!comparable(losses).equals(comparable(expected))) {
            throw new IOException("Cannot retire: with the sources would be lost " + told(expected)
                    + ", as the pairs say, but the proof found " + told(losses));
        }
        // Padding is looked at by the proof alone.
        if (!losses.isEmpty() && request.onLoss() == RetireRequest.OnLoss.REFUSE) {
            return refused(losses, "");
        }
        String version = retirement.finish(proven, source.root().toString());
        return new JobOutcome(ExitCode.DONE, told(version, target, proven, losses));
    }

    /** What the sources hold and the dataset does not, by recording. */
    private static Map<String, Loss> losses(
            Cluster cluster, Manifest part, List<SourceRecording> listing, Settings.SourceSettings read)
            throws IOException {
        Set<String> names = part.recordings().stream().map(RecordingEntry::name).collect(Collectors.toSet());
        Map<String, List<LeftOutField>> leftOut = leftOut(
                cluster,
                listing.stream()
                        .filter(recording -> names.contains(recording.name()))
                        .toList(),
                read.fields().needing(RasterClasses.fields(part.recipe().rasters())));
        List<Loss> cut = cluster.stage("Count points that the cap cut from", part.recordings(), RecordingEntry::name)
                .sized(entry -> entry.files().metadata().bytes())
                .each(task -> entry -> Losses.ofCap(task.target(), entry));
        Map<String, Loss> losses = new LinkedHashMap<>();
        for (int i = 0; i < cut.size(); i++) {
            String name = part.recordings().get(i).name();
            Loss loss = cut.get(i).withFields(leftOut.getOrDefault(name, List.of()));
            if (!loss.isNone()) {
                losses.put(name, loss);
            }
        }
        return losses;
    }

    /** Fields that the settings leave out, by recording, as the sources' headers say on executors. */
    private static Map<String, List<LeftOutField>> leftOut(
            Cluster cluster, List<SourceRecording> recordings, FieldChoice choice) throws IOException {
        List<SourceRecording> some = recordings.stream()
                .filter(recording -> !choice.skipFields().isEmpty()
                        || (recording.origin() instanceof RaggedOrigin
                                && !choice.pointFields().isEmpty()))
                .toList();
        List<ArrayList<LeftOutField>> found = cluster.stage("Look at the fields of", some, SourceRecording::name)
                .sized(SourceRecording::bytes)
                .each(task -> recording -> new ArrayList<>(leftOut(task.source(), recording, choice)));
        Map<String, List<LeftOutField>> fields = new HashMap<>();
        for (int i = 0; i < found.size(); i++) {
            fields.put(some.get(i).name(), found.get(i));
        }
        return fields;
    }

    private static List<LeftOutField> leftOut(Storage source, SourceRecording recording, FieldChoice choice)
            throws IOException {
        try (Recording opened = recording.open(source, choice)) {
            return opened.leftOut();
        } catch (IOException e) {
            // What is wrong with a recording is for those to tell who read its rows.
            if (RecordingProblem.of(e).isEmpty()) {
                throw e;
            }
            return List.of();
        }
    }

    /** What both sides know of. */
    private static Map<String, Loss> comparable(Map<String, Loss> losses) {
        Map<String, Loss> known = new HashMap<>();
        losses.forEach((recording, loss) -> known.put(recording, loss.comparable()));
        known.values().removeIf(Loss::isNone);
        return known;
    }

    private static JobOutcome refused(Map<String, Loss> losses, String notYet) {
        return new JobOutcome(
                ExitCode.REFUSED,
                "Nothing was retired: the sources hold what the dataset does not, and what would be gone with them:\n"
                        + told(losses)
                        + notYet
                        + "\nKeep the sources, or rebuild with a cap, fields and point counts that keep it all; --accept-loss retires"
                        + " them all the same, and writes into the certificates what is lost\n");
    }

    private static String told(Map<String, Loss> losses) {
        return losses.entrySet().stream()
                .map(loss ->
                        VisibleText.of(loss.getKey() + ": " + loss.getValue().words()))
                .collect(Collectors.joining("\n"));
    }

    /** A certificate names one source file, which may then be deleted: it must hold the recording, and nothing else. */
    private static void requireFilesOfTheirOwn(Manifest part, List<SourceRecording> listing) throws IOException {
        Map<String, SourceRecording> listed = new HashMap<>();
        listing.forEach(recording -> listed.put(recording.name(), recording));
        for (RecordingEntry entry : part.recordings()) {
            SourceRecording recording = listed.get(entry.name());
            if (recording != null && recording.origin() instanceof BadOrigin bad) {
                throw new IOException("Cannot retire " + entry.name() + ": " + bad.problem());
            }
            if (recording != null
                    && (recording.files().size() > 1
                            || recording.bytes() != recording.file().bytes())) {
                throw new IOException("Cannot retire " + entry.name() + ": its source is not one file of its own but "
                        + (recording.files().size() > 1
                                ? recording.files().size() + " files from "
                                        + recording.file().path() + " on"
                                : "a part of " + recording.file().path()));
            }
        }
    }

    private static List<RecordingDigests> digests(Cluster cluster, List<RecordingEntry> recordings) throws IOException {
        return cluster.stage("Digest", recordings, RecordingEntry::name)
                .each(task -> recording -> RecordingDigests.of(task.source(), task.target(), recording));
    }

    /** What was digested must be what was proven: the source stood still from before the one to after the other. */
    private static List<Retirement.ProvenRecording> proven(
            Storage source, Manifest part, List<RecordingDigests> digests, List<RecordingProof.ProofOutcome> proofs)
            throws IOException {
        List<Retirement.ProvenRecording> proven = new ArrayList<>();
        for (int i = 0; i < part.recordings().size(); i++) {
            RecordingEntry recording = part.recordings().get(i);
            RecordingProof.ProofOutcome proof = proofs.get(i);
            String path = recording.source().path();
            boolean same =
                    source.stat(path).filter(digests.get(i).found()::equals).isPresent();
            if (!same || !proof.recording().equals(recording.name()) || proof.crops() != recording.crops()) {
                throw new IOException("[" + path + "] Expected " + recording.crops() + " crops of a source that stands"
                        + " still, but " + (same ? proof.crops() + " were compared" : "it changed meanwhile"));
            }
            proven.add(new Retirement.ProvenRecording(recording, digests.get(i), proof));
        }
        return proven;
    }

    private static String told(
            String version, Storage target, List<Retirement.ProvenRecording> proven, Map<String, Loss> losses) {
        long bytes =
                proven.stream().mapToLong(one -> one.digests().source().bytes()).sum();
        return "Retired " + Figures.counted(proven.size(), "recording") + " in " + version + ". Their sources, "
                + Figures.bytes(bytes) + ", are no longer needed; certificates are in " + target.root() + "/retired\n"
                + (losses.isEmpty()
                        ? ""
                        : "What will be lost with the sources, as the certificates say:\n" + told(losses) + "\n");
    }
}
