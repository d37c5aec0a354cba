/** All reference data. A new type needs a line here and its records in records.ts. */
import { defineApi } from '../kit/declare/api.ts';
import { albumStatuses } from './api/album-statuses.ts';
import { artistRoles } from './api/artist-roles.ts';
import { continents } from './api/continents.ts';
import { countries } from './api/countries.ts';
import { creditRoles } from './api/credit-roles.ts';
import { dsps } from './api/dsps.ts';
import { genres } from './api/genres.ts';
import { languages } from './api/languages.ts';
import { versions } from './api/versions.ts';

export const referenceDeclared = defineApi({
  resources: [
    continents,
    countries,
    creditRoles,
    artistRoles,
    versions,
    genres,
    languages,
    dsps,
    albumStatuses,
  ],
  keys: {},
});
