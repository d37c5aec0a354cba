/** Reference data, which is the same for all owners. */
import { albumStatuses } from './api/album-statuses.ts';
import { artistRoles } from './api/artist-roles.ts';
import { continents } from './api/continents.ts';
import { countries } from './api/countries.ts';
import { creditRoles } from './api/credit-roles.ts';
import { dsps } from './api/dsps.ts';
import { genres } from './api/genres.ts';
import { languages } from './api/languages.ts';
import { versions } from './api/versions.ts';

export const types = [
  continents,
  countries,
  creditRoles,
  artistRoles,
  versions,
  genres,
  languages,
  dsps,
  albumStatuses,
] as const;
export { referenceRecords as reference } from './records.ts';
