/** The continents. */
import { continentKeys, continents } from '../api/continents.ts';
import { referenceData } from '../reference-data.ts';

/** Ids are never reused. */
export const continentIds = { AF: '1', AS: '2', EU: '3', NA: '4', SA: '5', CA: '6', OC: '7' } as const;

export const continentData = referenceData(continents, () =>
  continentKeys.map((key) => ({ id: continentIds[key], key })),
);
