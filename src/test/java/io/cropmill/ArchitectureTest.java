package io.cropmill;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.cropmill.crop.RecordingOrigin;
import java.io.Console;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The rooms and the arrows between them. ArchUnit fails a rule that matches no class. */
@AnalyzeClasses(packages = "io.cropmill", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule arrowsBetweenRoomsPointOneWay =
            slices().matching("io.cropmill.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule arrowsWithinARebuildPointOneWay =
            slices().matching("io.cropmill.rebuild.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule roomsOfADatasetLieInLayers = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("expire")
            .definedBy("io.cropmill.dataset.expire")
            .layer("dataset")
            .definedBy("io.cropmill.dataset")
            .layer("lock")
            .definedBy("io.cropmill.dataset.lock")
            .layer("manifest")
            .definedBy("io.cropmill.dataset.manifest")
            .whereLayer("expire")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("dataset")
            .mayOnlyBeAccessedByLayers("expire")
            .whereLayer("lock")
            .mayOnlyBeAccessedByLayers("dataset", "expire");

    @ArchTest
    static final ArchRule kindsOfSourcesDoNotKnowEachOther =
            slices().matching("io.cropmill.crop.(*)..").should().notDependOnEachOther();

    @ArchTest
    static final ArchRule aCropDoesNotKnowTheKindsOfSources = noClasses()
            .that()
            .resideInAPackage("io.cropmill.crop")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.cropmill.crop.*..");

    @ArchTest
    static final ArchRule onlyJobsStagesAndFramesKnowSpark = noClasses()
            .that()
            .resideInAPackage("io.cropmill..")
            .and()
            .resideOutsideOfPackages("io.cropmill.job..", "io.cropmill.spark..", "io.cropmill.frame..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.spark..", "scala..");

    @ArchTest
    static final ArchRule arrowStaysWhereBatchesAre = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.cropmill.parquet..",
                    "io.cropmill.crop..",
                    "io.cropmill.ragged..",
                    "io.cropmill.rebuild..",
                    "io.cropmill.spark..",
                    "io.cropmill.job..",
                    "io.cropmill.frame..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.arrow..");

    @ArchTest
    static final ArchRule textDependsOnNoOtherRoom = noClasses()
            .that()
            .resideInAPackage("io.cropmill.text..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages("io.cropmill.text..", "java..", "org.jspecify..");

    @ArchTest
    static final ArchRule theFormatIsPlainJava = noClasses()
            .that()
            .resideInAnyPackage("io.cropmill.npy..", "io.cropmill.raster..", "io.cropmill.subsample..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache..", "com.fasterxml..", "com.typesafe..", "picocli..");

    /**
     * What Spark keeps from release to release: its public API, and what it marks as {@code @DeveloperApi} or
     * {@code @Evolving}.
     */
    private static final Pattern API_OF_SPARK = Pattern.compile("org\\.apache\\.spark\\.("
            + "(api|broadcast|launcher|serializer|sql\\.(connector|sources|types|util|vectorized))\\..*"
            + "|HashPartitioner|SparkConf|SparkContext|SparkEnv|SparkExecutorInfo|SparkStatusTracker|TaskContext"
            + "|rdd\\.(RDD|ShuffledRDD)|scheduler\\.(SparkListener.*|AccumulableInfo|.*Info)"
            + "|sql\\.(Column|DataFrameReader|DataFrameWriter|Dataset|Encoders?|Row|RowFactory|SQLContext|SaveMode|SparkSession)"
            + "|util\\.(AccumulatorV2|LongAccumulator|SerializableConfiguration|TaskCompletionListener))(\\$.*)?");

    /** What it may change without notice, and why it is used all the same. */
    private static final Map<String, String> INTERNALS_OF_SPARK = Map.ofEntries(
            entry("package$", "tells the version before a context is started, which has it in public"),
            entry("sql.catalyst.InternalRow", "is what a PartitionReader of rows gives and a written DataFrame holds"),
            entry("sql.catalyst.expressions.GenericInternalRow", "is the only InternalRow to fill by hand"),
            entry("sql.catalyst.expressions.SpecializedGetters", "reads a value of a row as of an array"),
            entry("sql.catalyst.util.ArrayData", "is what InternalRow holds arrays as"),
            entry("unsafe.types.UTF8String", "is what InternalRow and ColumnVector hold text as"),
            entry("sql.catalyst.plans.logical.LogicalPlan", "names what a DataFrame was loaded from, in its leaves"),
            entry("sql.execution.datasources.v2.DataSourceV2Relation", "is such a leaf, with the path of the load"),
            entry("sql.execution.QueryExecution", "gives rows without converting each value to an object"),
            entry("sql.execution.vectorized.ConstantColumnVector", "holds one value for a whole batch"),
            entry("sql.internal.SessionState", "leads to SQLConf"),
            entry("sql.internal.SQLConf", "has the sizes of partitions as Spark itself reads them"),
            entry("sql.internal.connector.SupportsMetadata", "shows in EXPLAIN FORMATTED what a scan does"));

    private static Map.Entry<String, String> entry(String name, String reason) {
        return Map.entry("org.apache.spark." + name, reason);
    }

    @ArchTest
    static void internalsOfSparkHaveReasons(JavaClasses classes) {
        Set<String> internals = classes.stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(dependency ->
                        dependency.getTargetClass().getBaseComponentType().getName())
                .filter(name -> name.startsWith("org.apache.spark."))
                .filter(name -> !API_OF_SPARK.matcher(name).matches())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(internals).isSubsetOf(INTERNALS_OF_SPARK.keySet());
    }

    /**
     * All that the proof may know of the rest: settings, which files a recording lies in, and how messages write numbers.
     * What is compared must be made twice, for a fault in shared code would be on both sides.
     */
    private static final Set<String> KNOWN_TO_THE_PROOF = Set.of(
            "crop.CountsFrom",
            "crop.FieldChoice",
            "crop.LeftOutField",
            "crop.padded.NpyOrigin",
            "crop.parquet.ParquetOrigin",
            "crop.parquet.ParquetOrigin$RecordingRows",
            "crop.PointFieldName",
            "crop.ragged.RaggedOrigin",
            "crop.RecordingOrigin",
            "dataset.manifest.Recipe$PointsLayout",
            "raster.Channel",
            "raster.Channel$CountKind",
            "raster.Channel$Statistic",
            "raster.Channel$Statistic$StatisticKind",
            "raster.Component",
            "raster.RasterSpec",
            "raster.RasterSpec$GridType",
            "raster.RasterSpec$Range",
            "raster.Rasterizer",
            "storage.FileEntry",
            "text.Figures");

    @ArchTest
    static void theProofSharesNoCodeWithWhatItProves(JavaClasses classes) {
        Set<String> known = classes.stream()
                .filter(type -> type.getPackageName().equals("io.cropmill.plain"))
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(dependency ->
                        dependency.getTargetClass().getBaseComponentType().getName())
                .filter(name -> name.startsWith("io.cropmill.") && !name.startsWith("io.cropmill.plain."))
                .map(name -> name.substring("io.cropmill.".length()))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(known).containsExactlyInAnyOrderElementsOf(KNOWN_TO_THE_PROOF);
    }

    /** The records that name files can open them too, by the readers of a rebuild. */
    @ArchTest
    static final ArchRule theProofOpensFilesByItself = noClasses()
            .that()
            .resideInAPackage("io.cropmill.plain..")
            .should()
            .callMethodWhere(target(owner(assignableTo(RecordingOrigin.class))).and(target(name("open"))))
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.arrow..");

    /** The new side of a raster without a cache is all that a validation makes with what a rebuild computes with. */
    @ArchTest
    static final ArchRule validationComputesNothingAsARebuildDoes = noClasses()
            .that()
            .resideInAPackage("io.cropmill.validate..")
            .and()
            .doNotHaveSimpleName("PairGrids")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.cropmill.npy..", "io.cropmill.parquet..", "io.cropmill.subsample..")
            .orShould()
            .dependOnClassesThat()
            .haveNameMatching("io\\.cropmill\\.raster\\.(.*Plane|Cell.*|Fast.*|Point.*|GridEncoder|Float16|CropShift)"
                    + "|io\\.cropmill\\.ragged\\..*|io\\.cropmill\\.crop\\.(?!FieldChoice|LeftOutField).*"
                    + "|io\\.cropmill\\.storage\\.(RunningCrc32c|.*Channel|LentBuffer)");

    @ArchTest
    static final ArchRule onlyTheCommandLineExits = noClasses()
            .that()
            .resideOutsideOfPackage("io.cropmill.cli..")
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Console.class);

    @ArchTest
    static void noSimpleNameIsDeclaredTwice(JavaClasses classes) {
        Map<String, Long> declarations = classes.stream()
                .filter(type -> !type.isAnonymousClass() && !type.isLocalClass())
                .map(JavaClass::getSimpleName)
                .filter(name -> !name.equals("package-info"))
                .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
        assertThat(declarations).isNotEmpty();
        declarations.values().removeIf(count -> count == 1);
        assertThat(declarations).isEmpty();
    }

    @ArchTest
    static void noRoomIsABagOfOddments(JavaClasses classes) {
        Set<String> rooms = classes.stream()
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .map(type -> type.getPackageName())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(rooms)
                .isNotEmpty()
                .noneMatch(room -> room.matches(".*\\.(util|utils|common|helper|helpers|misc)(\\..*)?"));
    }
}
