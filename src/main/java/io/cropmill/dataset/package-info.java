/**
 * A dataset on disk: immutable versions, and how one becomes current. What a version is stands in
 * {@code dataset.manifest}, who may change the dataset in {@code dataset.lock}, what may go in {@code dataset.expire}.
 *
 * <p>Comes in: files that were written to a claimed version's folder, and what was learnt about each recording. Goes
 * out: a published version, and what published versions hold. Refuses: names that the target cannot hold or that
 * collide, folders that overlap, and publishing on top of a version that is not the one
 * built upon. Published files are never rewritten; folders are never renamed.
 *
 * <p><b>How a run is resumed.</b> A run never goes on in the folder of another: it claims a number of its own
 * ({@link io.cropmill.dataset.VersionClaim}) and takes over what is finished elsewhere.
 * <ol>
 *   <li>A task writes each file under a private name and renames it when it is whole. A recording that is finished is
 *       noted in the run's journal ({@link io.cropmill.dataset.RunJournal}), about once a second, after its files.
 *   <li>When all recordings are there the manifest is written, which stands for the journal, and the journal goes.
 *   <li>Validation, the mark PUBLISHED of the version that is live, and CURRENT as the last step
 *       ({@link io.cropmill.dataset.Publisher}).
 * </ol>
 * A run that dies leaves a folder with a journal (UNFINISHED) or with a manifest (UNPUBLISHED), and the old version live.
 * The next one reads journals and manifests of all numbers above the live one, the newest first. A recording in them is
 * planned as "finished by a dead run" if source, settings and point type are those of tonight; its files are read back,
 * since a journal says what was finished, not what is there now; then they are linked, or named where they lie, like those
 * of an earlier version. Nothing else of the dead run is used. {@code expire} removes what no kept version holds. Out of
 * room, a run discards its folder, because what it has finished is in the way of the next. Attempts of one task need no
 * journal: they write the same bytes, and the one that comes second compares and goes on.
 */
@NullMarked
package io.cropmill.dataset;

import org.jspecify.annotations.NullMarked;
