package io.cropmill.dataset;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cropmill.crop.LeftOutField;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.lock.LockLostException;
import io.cropmill.dataset.lock.Owner;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.storage.FaultyStorage;
import io.cropmill.storage.FaultyStorage.Fault;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.MemoryFolder;
import io.cropmill.storage.OnceBefore;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetirementTest {
    private static final String SHA_OF_1 = "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b";

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private Storage source;
    private Storage storage;

    @BeforeEach
    void publishTwo() throws IOException {
        source = Storages.of(folder.resolve("source").toString(), new Configuration(false));
        for (String name : List.of("a.npy", "k/b.npy", "c.npy")) {
            source.createExclusive(name, "1".getBytes(UTF_8));
        }
        storage = target("set");
    }

    private Storage target(String name) throws IOException {
        Storage target = Storages.of(folder.resolve(name).toString(), new Configuration(false));
        Nights.rebuild(target, Nights.contents("a=0", "k/b=1", "c=1"));
        Nights.rebuild(target, Nights.contents("a=1", "k/b=1", "c=1"));
        return target;
    }

    private String retire(Storage target, String... names) throws IOException {
        try (DatasetLock lock = Nights.lock(target, "retire")) {
            Retirement retirement = Retirement.begin(new Dataset(target), lock, List.of(names));
            List<Retirement.ProvenRecording> proven = new ArrayList<>();
            for (RecordingEntry recording : retirement.part().recordings()) {
                proven.add(new Retirement.ProvenRecording(
                        recording,
                        RecordingDigests.of(source, target, recording),
                        new RecordingProof.ProofOutcome(
                                recording.name(),
                                3,
                                List.of(),
                                List.of("Only a test"),
                                new Loss(2, 12, 3, List.of(new LeftOutField("comment", "text"))),
                                new TreeMap<>(Map.of("points", "a reader")))));
            }
            return retirement.finish(proven, source.root().toString());
        }
    }

    @Test
    void publishesAVersionThatMarksThem() throws IOException {
        assertThat(retire(storage, "k/b", "k/b")).isEqualTo("v000003");
        assertThat(new Dataset(storage).manifest("v000003").recordings())
                .extracting(recording -> recording.name() + " " + recording.state() + " " + recording.builtIn())
                .containsExactly("a unchanged v000002", "c unchanged v000001", "k/b retired v000001");
        assertThat(Nights.live(storage)).isEqualTo(Nights.contents("a=1", "k/b=1", "c=1"));
        assertThat(source.walk("")).hasSize(3);
        assertThat(retire(storage, "a", "k/b")).isEqualTo("v000004");
        assertThat(storage.names("retired")).containsExactlyInAnyOrder("a.json", "k");
    }

    @Test
    void certifiesSourceAndOutputs() throws IOException {
        retire(storage, "k/b");
        byte[] content = storage.readSmall("retired/k/b.json", 1 << 20);
        JsonNode certificate = new JsonMapper().readTree(content);
        assertThat(certificate.path("version").textValue()).isEqualTo("v000003");
        assertThat(certificate.path("source_root").textValue())
                .isEqualTo(source.root().toString());
        assertThat(certificate.path("source").toString())
                .isEqualTo("{\"path\":\"k/b.npy\",\"bytes\":1,\"sha256\":\"" + SHA_OF_1 + "\"}");
        assertThat(certificate.path("outputs"))
                .extracting(output -> output.path("path").textValue() + " "
                        + output.path("sha256").textValue())
                .containsExactly(
                        "v000003/k/b.npy " + SHA_OF_1,
                        "v000003/k/b.points.npy " + SHA_OF_1,
                        "v000003/k/b.raster.npy " + SHA_OF_1);
        assertThat(certificate.path("proof").toString())
                .isEqualTo("{\"sample\":1.0,\"compared_crops\":3,\"failures\":0,\"remarks\":[\"Only a test\"],"
                        + "\"checked_by\":{\"points\":\"a reader\"}}");
        assertThat(certificate.path("lost").toString())
                .isEqualTo("{\"points\":2,\"source_points\":12,\"slots\":3,\"fields\":[\"comment (text)\"]}");
        assertThat(certificate.path("settings").path("seed").textValue()).isEqualTo("18446744073709551615");
        assertThat(certificate.path("settings").path("cap").intValue()).isEqualTo(4096);
    }

    @Test
    void isDoneOnce() throws IOException {
        retire(storage, "k/b");
        byte[] first = storage.readSmall("retired/k/b.json", 1 << 20);
        assertThat(retire(storage, "k/b")).isEqualTo("v000003");
        assertThat(storage.readSmall("retired/k/b.json", 1 << 20)).isEqualTo(first);
    }

    @Test
    void refusesWhatIsNotThereAndWhatIsStale() throws IOException {
        VersionClaim claim = VersionClaim.take(new Dataset(storage), Nights.OWNER);
        Publisher publisher = new Publisher(new Dataset(storage), claim);
        RecordingEntry stale =
                new Dataset(storage).manifest("v000002").recordings().get(0).withState(RecordingState.STALE);
        publisher.writeManifest(Manifests.manifest(
                "v000003", claim.base(), publisher.carryForward(List.of(stale)).get(0)));
        try (DatasetLock lock = Nights.lock(storage, "rebuild")) {
            publisher.makeCurrent(lock);
        }
        assertThatThrownBy(() -> retire(storage, "a", "none"))
                .isInstanceOf(IOException.class)
                .hasMessage("[a] Expected a recording that matches its source, but found a stale one; fix its source"
                        + " and rebuild first\n[none] Expected a recording of v000003, but found none of that name");
    }

    @Test
    void refusesCertificatesThatCannotLieBesideEachOther() throws IOException {
        source.createExclusive("a.json/b.npy", "1".getBytes(UTF_8));
        Nights.rebuild(storage, Nights.contents("a=1", "a.json/b=1", "c=1"));
        String message =
                "[retired/a.json/b.json] Expected a place for the certificate of a.json/b, but retired/a.json is"
                        + " that of a; retire one of them alone, or rename one and rebuild";
        assertThatThrownBy(() -> retire(storage, "a", "a.json/b")).hasMessage(message);
        assertThat(new Dataset(storage).current()).contains("v000003");
        assertThat(storage.names("retired")).isEmpty();

        retire(storage, "a.json/b");
        assertThatThrownBy(() -> retire(storage, "c", "a")).hasMessage(message);
        assertThat(retire(storage, "c", "a.json/b")).isEqualTo("v000005");
        assertThat(storage.walk("retired"))
                .extracting(FileEntry::path)
                .containsExactly("retired/a.json/b.json", "retired/c.json");
    }

    /** A crash has left a mark without its certificate, which is still to be written. */
    @Test
    void refusesToTakeThePlaceOfACertificateThatIsToCome() throws IOException {
        Nights.rebuild(storage, Nights.contents("a=1", "a.json/b=1", "c=1"));
        OnceBefore dying = new OnceBefore(storage, "retired/a.json", () -> {
            throw new IOException("[retired/a.json] Cannot go on: the process is dead");
        });
        assertThatThrownBy(() -> retire(dying, "a")).hasMessageContaining("the process is dead");
        assertThatThrownBy(() -> retire(storage, "a.json/b")).hasMessageContaining("retired/a.json is that of a;");
        retire(storage, "a");
        assertThat(storage.stat("retired/a.json")).isPresent();
    }

    @Test
    void noRollbackGoesBehindIt() throws IOException {
        retire(storage, "k/b");
        assertThatThrownBy(() -> Nights.rollback(storage))
                .hasMessage(
                        "Cannot roll back to v000002: k/b must be retired in it, since the certificates allow to delete"
                                + " the sources; name a later version with --to, or, with the sources still there, take the"
                                + " certificates out of retired/ first");
        assertThat(new Dataset(storage).current()).contains("v000003");
        retire(storage, "a");
        assertThat(Nights.rollback(storage, "v000004").to()).isEqualTo("v000004");
        storage.delete("retired/a.json");
        assertThat(Nights.rollback(storage).to()).isEqualTo("v000003");
    }

    /** As a run would that knows nothing of what is retired. */
    private void writeManifestOf(String... names) throws IOException {
        Dataset dataset = new Dataset(storage);
        VersionClaim claim = VersionClaim.take(dataset, Owner.here());
        List<RecordingEntry> entries = new ArrayList<>();
        for (String name : names) {
            entries.add(Nights.write(storage, claim.version(), name, "new"));
        }
        new Publisher(dataset, claim)
                .writeManifest(
                        Manifests.manifest(claim.version(), claim.base(), entries.toArray(RecordingEntry[]::new)));
    }

    @Test
    void noVersionIsPublishedWithoutIt() throws IOException {
        retire(storage, "k/b");
        assertThatThrownBy(() -> writeManifestOf("a", "c"))
                .hasMessage("Cannot publish v000004: it lacks retired recordings, which certificates in retired/ vouch"
                        + " for: k/b");
        assertThatThrownBy(() -> writeManifestOf("a", "k/b", "c"))
                .hasMessage("Cannot publish v000005: it lacks retired recordings, which certificates in retired/ vouch"
                        + " for: k/b");
        assertThat(new Dataset(storage).current()).contains("v000003");
        assertThat(Nights.rebuild(storage, Nights.contents("a=9", "k/b=1", "c=1")))
                .isEqualTo("v000006");
    }

    @Test
    void anotherPairThanTheCertifiedOneIsNotPublished() throws IOException {
        retire(storage, "k/b");
        VersionClaim claim = VersionClaim.take(new Dataset(storage), Nights.OWNER);
        RecordingEntry other =
                Nights.write(storage, claim.version(), "k/b", "22").withState(RecordingState.RETIRED);
        assertThatThrownBy(() -> new Publisher(new Dataset(storage), claim)
                        .writeManifest(Manifests.manifest(claim.version(), claim.base(), other)))
                .hasMessage(
                        "Cannot publish v000004: [retired/k/b.json] Expected 1 bytes of metadata of k/b, but found 2");
    }

    @Test
    void whatLiesAmongCertificatesIsOne() throws IOException {
        retire(storage, "k/b");
        storage.createExclusive("retired/k/b.json.bak", new byte[0]);
        assertThatThrownBy(() -> Certificates.of(storage))
                .isInstanceOf(CertificateException.class)
                .hasMessage(
                        "[retired/k/b.json.bak] Expected certificates in retired/ alone, files <recording>.json, but"
                                + " found another file; move it away");
        storage.delete("retired/k/b.json.bak");
        storage.createExclusive("retired/c.json", storage.readSmall("retired/k/b.json", 1 << 20));
        assertThatThrownBy(() -> Certificates.of(storage))
                .isInstanceOf(CertificateException.class)
                .hasMessage("[retired/c.json] Expected \"c\", as the file is called, at recording, but found \"k/b\";"
                        + " restore the certificate from a backup or, with the source still there, delete it and retire"
                        + " the recording again");
    }

    @Test
    void aCertificateThatSaysNothingIsRefused() throws IOException {
        retire(storage, "k/b");
        String certificate = "a certificate, a JSON object";
        for (List<String> one : List.of(
                List.of("", certificate, "nothing"),
                List.of(" \n", certificate, "nothing"),
                List.of("null", certificate, "null"),
                List.of("[]", certificate, "[]"),
                List.of("{}", "an integer at format", "nothing"))) {
            storage.replace("retired/k/b.json", one.get(0).getBytes(UTF_8));
            assertThatThrownBy(() -> Certificates.of(storage))
                    .isInstanceOf(CertificateException.class)
                    .hasMessage("[retired/k/b.json] Expected " + one.get(1) + ", but found " + one.get(2)
                            + "; restore the certificate from a backup or, with the source still there, delete it and"
                            + " retire the recording again");
        }
    }

    @Test
    void refusesASourceThatChangesOrIsGone() throws IOException {
        RecordingEntry recording =
                new Dataset(storage).manifest("v000002").recordings().get(0);
        source.delete("a.npy");
        assertThatThrownBy(() -> RecordingDigests.of(source, storage, recording))
                .hasMessage("[a.npy] Expected a source file, but found none");
        source.createExclusive("a.npy", "1".getBytes(UTF_8));
        RecordingEntry longer =
                new Dataset(storage).manifest("v000001").recordings().get(0);
        storage.replace("v000001/a.points.npy", "22".getBytes(UTF_8));
        assertThatThrownBy(() -> RecordingDigests.of(source, storage, longer))
                .hasMessage("[v000001/a.points.npy] Expected 1 byte, but found 2");
    }

    @Test
    void aCertificateIsWrittenOnlyForWhatIsRetired() throws IOException {
        int points = 0;
        for (Fault fault : Fault.values()) {
            boolean failed = true;
            for (long at = 1; failed; at++) {
                Storage target = target(fault + "-" + at);
                FaultyStorage faulty = new FaultyStorage(target, fault, at);
                try {
                    retire(faulty, "a", "k/b");
                } catch (IOException e) {
                    assertThat(faulty.hasFailed()).as(e.toString()).isTrue();
                }
                failed = faulty.hasFailed();
                points += failed ? 1 : 0;
                requireRetiredWhereCertified(target);
                retire(target, "a", "k/b");
                assertThat(new Dataset(target)
                                .manifest(new Dataset(target).current().orElseThrow())
                                .recordings())
                        .extracting(RecordingEntry::state)
                        .containsExactly(RecordingState.RETIRED, RecordingState.UNCHANGED, RecordingState.RETIRED);
                assertThat(target.stat("retired/a.json")).isPresent();
                assertThat(target.stat("retired/k/b.json")).isPresent();
                assertThat(Nights.live(target)).isEqualTo(Nights.contents("a=1", "k/b=1", "c=1"));
            }
        }
        System.out.println("RetirementTest: " + points + " crash points tried while retiring");
        assertThat(points).isPositive();
    }

    private static void requireRetiredWhereCertified(Storage target) throws IOException {
        Manifest live =
                new Dataset(target).manifest(new Dataset(target).current().orElseThrow());
        for (RecordingEntry recording : live.recordings()) {
            if (target.stat(Certificate.path(recording.name())).isPresent()) {
                assertThat(recording.state()).isEqualTo(RecordingState.RETIRED);
            }
        }
    }

    @Test
    void nothingIsCertifiedOnceTheLockIsLost() {
        Storage interrupted = new OnceBefore(storage, "retired/a.json", () -> Nights.lock(storage, "rebuild"));
        assertThatThrownBy(() -> retire(interrupted, "a", "k/b")).isInstanceOf(LockLostException.class);
        assertThat(folder.resolve("set/retired/k/b.json")).doesNotExist();
    }
}
