/**
 * POST /albums/{id}/validate: what a distribution request would be rejected for, and warnings. Writes nothing
 * but what it has read of the artwork.
 */

import { type Album, albums } from '../../catalogue/api/albums.ts';
import type { AlbumValidation } from '../../catalogue/api/validate-action.ts';
import type { Context } from '../../kit/crud/context.ts';
import { loadOwned } from '../../kit/crud/read/load.ts';
import { readActionBody } from '../../kit/crud/write/read-action-body.ts';
import type { ActionHandler } from '../../kit/group-handler.ts';
import { readQuery } from '../../kit/jsonapi/query.ts';
import { jsonapi } from '../../kit/jsonapi/types.ts';
import type { Problem } from '../../kit/values/problems.ts';
import { required } from '../../kit/values/required.ts';
import { albumLists } from '../contents/album-contents.ts';
import { newRequestProblems, typeProblems } from '../request-problems.ts';
import { neededDsps, type RequestedAlbum, requestedAlbum } from '../requested-album.ts';
import { readCurrentArtwork } from '../review/current-artwork.ts';
import { type Finding, missingFindings } from '../review/findings.ts';
import { releaseWarningsOf } from '../review/release-warnings.ts';
import type { RequestType } from '../rules/distribution.ts';

export const validateAlbum: ActionHandler = async (context, id) => {
  readQuery(context.request.query, albums, 'none');
  const { body } = albums.actions.validate;
  const { 'request-type': type = 'delivery' } = readActionBody(context, albums, { id, body });
  const album = await loadOwned(context, albums, id);
  return {
    status: 200,
    document: { jsonapi, meta: { validation: await validationOf(context, album, type) } },
  };
};

async function validationOf(context: Context, album: Album, type: RequestType): Promise<AlbumValidation> {
  const isChecked = type !== 'takedown';
  const { kept, latest } = isChecked
    ? await readCurrentArtwork(context, album)
    : { kept: album, latest: album };
  const found = await requestedAlbum(context, album, {
    album: kept,
    lists: isChecked ? albumLists(context, album) : undefined,
  });
  const read = required(found, 'The album is given.');
  const { found: problems, chosen } = problemsOf(read, type);
  const dsps = neededDsps(chosen, read.dsps);
  const warnings = await releaseWarningsOf(context, {
    album: latest,
    places: read.places,
    type,
    dsps,
    roles: read.contents?.roles ?? [],
    countries: latest.fields.countries,
  });
  const isComplete = problems.every(({ code }) => code !== 'album_incomplete');
  return { 'is-complete': isComplete, problems, warnings: [...warnings] };
}

/** The problems that a request which names neither DSPs nor countries would have. */
function problemsOf(
  read: RequestedAlbum,
  type: RequestType,
): { found: Finding[]; chosen: readonly string[] } {
  const { chosen, ofDsps, ofDeliveries, missing } = newRequestProblems(read, { type, named: undefined });
  const { album } = read;
  const ofTheRequest = [...typeProblems(album, type, true), ...ofDsps, ...ofDeliveries];
  const found = ofTheRequest.map((problem) => ofRequest(problem, album));
  return { found: [...found, ...missingFindings(missing, album)], chosen };
}

/** The body names the type of request as well, so pointers to it are the same. */
const ofRequest = ({ code, detail, pointer = '' }: Problem, { type, id }: Album): Finding => ({
  code,
  detail,
  pointer: pointer.startsWith('/data/attributes') ? pointer : '/data',
  record: { type, id },
});
