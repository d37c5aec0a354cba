/** The files that an approval pins: of tracks that are approved although their sound is in doubt, for stores that get packages. */
import type { Album } from '../../catalogue/api/albums.ts';
import type { Track } from '../../catalogue/api/tracks.ts';
import { soundOf } from '../../catalogue/rules/track-sound.ts';
import { type Deciding, plain, unheld } from '../../kit/records/deciding.ts';
import type { Store } from '../../kit/records/store.ts';
import { problem } from '../../kit/values/problems.ts';
import { keptOf } from '../../matching/digests/kept-digests.ts';
import {
  type DigestedTrack,
  digestedTracks,
  startMissingDigests,
} from '../../matching/digests/start-digests.ts';
import type { DistributionRequest } from '../api/distribution-requests.ts';
import { isArtworkUnread, type Place, tracksAt } from '../contents/album-contents.ts';
import { isQuestionable } from '../rules/approved-sounds.ts';
import { fileNamed } from '../rules/file-names.ts';
import type { Pin, PinnedFiles } from '../rules/pinned-files.ts';
import { isPackedFor } from '../stores/store-row.ts';
import { requestedAt } from './requested-digests.ts';
import { requireCover } from './required-cover.ts';

interface Approving {
  readonly request: DistributionRequest;
  readonly album: Album;
  readonly places: readonly Place[];
  /** Those that get the album. */
  readonly dsps: readonly string[];
}

/**
 * Reads which stores get packages only if that matters.
 * @throws album_incomplete while the cover is read, or files that are not analyzed. Starts reading where it was not started.
 */
export async function approvedFiles(
  store: Store & Deciding,
  { request, album, places, dsps }: Approving,
): Promise<PinnedFiles> {
  const doubtful = places.filter(({ sound }) => isQuestionable(sound));
  if (doubtful.length === 0 && !isArtworkUnread(album)) return {};
  if (!(await isPackedFor(plain(store).table, dsps))) return {};
  await requireCover(store, album);
  if (doubtful.length === 0) return {};
  const reading = unheld(store, BY_COUNT);
  const placed = await tracksAt(reading, doubtful);
  const tracks = placed.map(({ track }) => track);
  const digested = await digestedTracks(reading, tracks, requestedAt(request));
  const [first] = await startMissingDigests(plain(store), tracks, digested);
  const place = placed.find(({ track }) => track.id === first?.trackId);
  if (first && place) {
    const { files, known } = first;
    const [file] = files.filter((each) => keptOf(known.files, each) === undefined).concat(files);
    const named = fileNamed(file?.part ?? 'audio', place);
    throw problem('album_incomplete', `${named} has not been read yet. Try again in a minute.`);
  }
  const byTrack = new Map(digested.map((each) => [each.trackId, each]));
  return Object.fromEntries(tracks.map((track) => [track.id, pinsOf(track, byTrack.get(track.id))]));
}

/** Why what is read of files is not held. */
const BY_COUNT =
  'The album, which is held, counts changes of addresses, and the delivery compares the files with what is pinned.';

function pinsOf({ fields }: Track, digested: DigestedTrack | undefined) {
  const ofFiles = (digested?.files ?? []).map((file): [string, Pin] => {
    const sha256 = digested && keptOf(digested.known.files, file)?.sha256;
    return [file.part, sha256 ? { sha256 } : null];
  });
  return { ...analyzedPin(fields), ...Object.fromEntries(ofFiles) };
}

/** Audio that is still to be analyzed has none. */
function analyzedPin(fields: Track['fields']): { readonly audio?: Pin } {
  if (soundOf(fields).hearing === 'not_compared') return {};
  const { 'read-sha256': sha256 } = fields;
  if (sha256 !== null) return { audio: { sha256 } };
  // Earlier versions have analyzed it.
  const md5 = fields['heard-md5'] ?? fields['unheard-md5'];
  if (md5 !== null) return { audio: { md5 } };
  return fields.audio?.status === 'failed' ? { audio: null } : {};
}
