/** The records of all reference data, by type. */
import { albumStatusData } from './data/album-statuses.ts';
import { artistRoleData } from './data/artist-roles.ts';
import { continentData } from './data/continents.ts';
import { countryData } from './data/countries.ts';
import { creditRoleData } from './data/credit-roles.ts';
import { dspData } from './data/dsps.ts';
import { genreData } from './data/genres.ts';
import { languageData } from './data/languages.ts';
import { versionData } from './data/versions.ts';

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
