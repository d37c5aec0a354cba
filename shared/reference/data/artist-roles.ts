/** The artist roles. Ids are never reused. */
import { artistRoles } from '../api/artist-roles.ts';
import { referenceData } from '../reference-data.ts';

export const artistRoleData = referenceData(artistRoles, () => [
  { id: '1', key: 'main_artist' },
  { id: '2', key: 'featuring' },
  { id: '3', key: 'producer' },
  { id: '4', key: 'composer' },
  { id: '5', key: 'lyricist' },
  { id: '6', key: 'remixer' },
  { id: '7', key: 'performer' },
  { id: '8', key: 'arranger' },
  { id: '9', key: 'publisher' },
]);
