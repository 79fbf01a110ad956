package io.cropmill.spark;

import io.cropmill.config.Problem;
import io.cropmill.config.SettingsException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.DelegationTokenIssuer;
import org.apache.spark.SparkConf;

/**
 * Whether executors will be let into file systems where Kerberos is on. Under YARN and Kubernetes they have no login, but
 * tokens that Spark fetched: for the default file system and for those that {@value #ACCESS} names. Without one, every
 * task would fail.
 */
record DelegationTokens(SparkConf conf, Configuration hadoop) {
    private static final String ACCESS = "spark.kerberos.access.hadoopFileSystems";

    /** Refuses folders that executors cannot open. */
    void require(List<URI> folders) throws IOException {
        String master = conf.get("spark.master", "");
        boolean byTokens = master.startsWith("yarn") || master.startsWith("k8s:");
        if (!byTokens || !UserGroupInformation.isSecurityEnabled()) {
            return;
        }
        List<Problem> problems = new ArrayList<>();
        for (String refusal : refusals(folders)) {
            problems.add(new Problem("", refusal));
        }
        if (!problems.isEmpty()) {
            throw new SettingsException(problems);
        }
    }

    List<String> refusals(List<URI> folders) throws IOException {
        Set<String> covered = new HashSet<>();
        addServices(FileSystem.get(hadoop), covered);
        for (String named : conf.get(ACCESS, "").split(",", -1)) {
            if (!named.isBlank()) {
                addServices(FileSystem.get(URI.create(named.strip()), hadoop), covered);
            }
        }
        List<String> refusals = new ArrayList<>();
        for (URI folder : folders) {
            Set<String> needed = new HashSet<>();
            addServices(FileSystem.get(folder, hadoop), needed);
            if (!covered.containsAll(needed)) {
                refusals.add(ACCESS + " must name " + folder.resolve("/") + " but was \"" + conf.get(ACCESS, "")
                        + "\", so that executors would have no Kerberos token for it");
            }
        }
        return refusals;
    }

    /** A viewfs has no tokens of its own but those of the file systems behind it. */
    private static void addServices(DelegationTokenIssuer issuer, Set<String> services) throws IOException {
        if (issuer.getCanonicalServiceName() != null) {
            services.add(issuer.getCanonicalServiceName());
            return;
        }
        DelegationTokenIssuer[] behind = issuer.getAdditionalTokenIssuers();
        if (behind != null) {
            for (DelegationTokenIssuer other : behind) {
                addServices(other, services);
            }
        }
    }
}
