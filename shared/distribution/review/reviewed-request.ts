/** The audio analysis of the tracks of a request, what it lacks, and warnings. No decision depends on these. */
import { albums } from '../../catalogue/api/albums.ts';
import { tracks } from '../../catalogue/api/tracks.ts';
import { startReading } from '../../catalogue/artwork/start-reading.ts';
import { findRecord, findRecords, type Store } from '../../kit/records/store.ts';
import { matchingWork } from '../../matching/text/matching-work.ts';
import type { DistributionRequest } from '../api/distribution-requests.ts';
import { codesNeeded } from '../codes/give-codes.ts';
import { shortages } from '../codes/hold-numbers.ts';
import { albumContents, albumLists, type PlacedTrack, recentTracksOn } from '../contents/album-contents.ts';
import { missingItems } from '../rules/completeness.ts';
import { isOpen } from '../rules/distribution.ts';
import { compareAgain, hearMissing } from './compare-again.ts';
import { missingFindings } from './findings.ts';
import { warningsOfReleases } from './release-warnings.ts';
import { reviewStateOf } from './request-state.ts';
import { digestWarnings } from './requested-digests.ts';
import { reviewWarnings } from './review-warnings.ts';
import { reviewedTracks } from './reviewed-tracks.ts';
import { type FilesCheck, filesOf, noFiles, type Reviewed } from './unreadable-files.ts';

/**
 * @returns the tracks in their order, none if the album was deleted, what a validation finds if the request is
 * undecided, further warnings as sentences, and the files that were not read.
 */
export async function reviewedRequest(store: Store, request: DistributionRequest, check: FilesCheck) {
  const { fields } = request;
  const album = await findRecord(store, albums, fields.album);
  if (!album) {
    const state = reviewStateOf(request, undefined, undefined);
    return { state, tracks: [], validation: null, warnings: [], 'files-not-read': [] };
  }
  const type = isOpen(fields.status) ? fields['request-type'] : undefined;
  const needsFiles = type !== undefined && type !== 'takedown';
  const isReadingCover = needsFiles && (await startReading(store, album));
  const before = await recentTracksOn(store, album);
  const again = needsFiles ? await comparedAgain(store, before) : [];
  const missing = needsFiles ? await heardNow(store, request, before) : [];
  const placed = await readAgain(store, before, [...again, ...missing]);
  const shown = await reviewedTracks(store, placed);
  const reviewed = { album, placed };
  const files = needsFiles ? await filesOf(reviewed, check) : noFiles;
  const digests = needsFiles ? await digestWarnings(store, request, { placed, again: SHOW_AGAIN }) : [];
  return {
    state: reviewStateOf(request, album, placed),
    tracks: shown,
    validation: needsFiles ? await validationOf(store, reviewed, fields) : null,
    warnings: [
      ...soundWarnings(again.length, missing.length),
      ...(type === 'delivery' ? await codeWarnings(store, reviewed) : []),
      ...files.warnings,
      ...digests,
      ...(isReadingCover ? [`The cover is being read now. ${SHOW_AGAIN}`] : []),
    ],
    'files-not-read': files.notRead,
  };
}

/** What the owner would see when validating the album, and the audio analysis. */
async function validationOf(
  store: Store,
  { album, placed }: Reviewed,
  fields: DistributionRequest['fields'],
) {
  const { contents, places } = await albumContents(
    store,
    { album, lists: await albumLists(store, album) },
    fields.dsps,
  );
  const { dsps, countries } = fields;
  const release = { album, placed, places, dsps, countries, roles: contents.roles };
  const [found = []] = await warningsOfReleases(store, [
    { ...release, type: fields['request-type'], isWhole: true },
  ]);
  return {
    problems: missingFindings(missingItems(contents), album),
    warnings: reviewWarnings(found, placed),
  };
}

const comparedAgain = (store: Store, placed: readonly PlacedTrack[]): Promise<readonly string[]> =>
  compareAgain(store, tracksAmong(placed), store.now);

/** Right after the request, its matching starts the analysis of all tracks. */
const heardNow = async (
  store: Store,
  { id }: DistributionRequest,
  placed: readonly PlacedTrack[],
): Promise<readonly string[]> =>
  (await store.table.get(matchingWork.key(id))) ? [] : hearMissing(store, tracksAmong(placed));

const tracksAmong = (placed: readonly PlacedTrack[]) => placed.map(({ track }) => track);

/** The tracks then show that they are being analyzed. @param ids of those that have changed. */
async function readAgain(
  store: Store,
  placed: readonly PlacedTrack[],
  ids: readonly string[],
): Promise<readonly PlacedTrack[]> {
  const current = new Map((await findRecords(store, tracks, ids)).map((track) => [track.id, track]));
  return placed.map((each) => ({ ...each, track: current.get(each.track.id) ?? each.track }));
}

const soundWarnings = (again: number, missing: number): string[] => [
  ...(again === 0
    ? []
    : [
        `Tracks of the request are being compared by sound again (${again}), because others have been released since. ${SHOW_AGAIN}`,
      ]),
  ...(missing === 0
    ? []
    : [`Tracks of the request that were not analyzed (${missing}) are being analyzed now. ${SHOW_AGAIN}`]),
];

const SHOW_AGAIN = 'Show the request again before you decide.';

/** A delivery cannot be approved while the stage has too few codes left. */
const codeWarnings = (store: Store, { album, placed }: Reviewed): Promise<string[]> =>
  shortages(store, album.id, Object.values(codesNeeded(store, album, placed)));
