/** The records of all reference data, by type. */
import { albumStatusData } from './album-statuses.ts';
import { artistRoleData } from './artist-roles.ts';
import { continentData } from './continents.ts';
import { countryData } from './countries.ts';
import { creditRoleData } from './credit-roles.ts';
import { dspData } from './dsps.ts';
import { genreData } from './genres.ts';
import { languageData } from './languages.ts';
import { versionData } from './versions.ts';

export const referenceRecords = {
  continents: continentData.records,
  countries: countryData.records,
  'credit-roles': creditRoleData.records,
  'artist-roles': artistRoleData.records,
  versions: versionData.records,
  genres: genreData.records,
  languages: languageData.records,
  dsps: dspData.records,
  'album-statuses': albumStatusData.records,
};
