/** What commands need to show and write the catalogue as its handlers do. */
import { catalogueShown } from '../../catalogue/shown.ts';
import { catalogueWritten } from '../../catalogue/written.ts';
import { distributionWritten } from '../../distribution/written.ts';
import { hooksIn, partsOf } from '../../kit/crud/feature.ts';
import type { Definitions } from '../../kit/declare/definitions.ts';
import { matchingShown } from '../../matching/shown.ts';
import { matchingWritten } from '../../matching/written.ts';
import { once } from '../../platform/once.ts';
import { referenceShown } from '../../reference/shown.ts';
import { api } from '../api.ts';
import { problems } from '../problems.ts';

/** @internal A test checks that no other feature prepares new records of the catalogue. */
export const catalogueFeatures = [
  referenceShown,
  catalogueShown,
  catalogueWritten,
  matchingShown,
  matchingWritten,
  distributionWritten,
];

/** The declarations of all features, which records of the catalogue count and link, with the views of these. */
export const catalogueDefinitions = once(
  (): Definitions => ({
    ...partsOf(catalogueFeatures),
    ...api,
    problems,
  }),
);

export const catalogueHooks = once(() => hooksIn(catalogueFeatures));
