/** What a validation finds about an album and its tracks. */
import type { Album } from '../../catalogue/api/albums.ts';
import type { AlbumValidation } from '../../catalogue/api/validate-action.ts';
import type { MissingItem } from '../rules/completeness.ts';

export type Finding = AlbumValidation['problems'][number];

/** @returns a problem for each missing item, which names its record. */
export const missingFindings = (
  missing: readonly MissingItem[],
  { type, id }: Pick<Album, 'type' | 'id'>,
): Finding[] =>
  missing.map(({ detail, track, pointer }) => ({
    code: 'album_incomplete',
    detail,
    pointer,
    record: track === null ? { type, id } : { type: 'tracks', id: track },
  }));
