/** All declarations, and the hooks, views and sources of their types. No function needs all of them. */
import { accountsShown } from '../accounts/shown.ts';
import { accountsWritten } from '../accounts/written.ts';
import { catalogueShown } from '../catalogue/shown.ts';
import { catalogueWritten } from '../catalogue/written.ts';
import { distributionShown } from '../distribution/shown.ts';
import { distributionWritten } from '../distribution/written.ts';
import { partsOf } from '../kit/crud/feature.ts';
import { define } from '../kit/declare/definitions.ts';
import { matchingShown } from '../matching/shown.ts';
import { matchingWritten } from '../matching/written.ts';
import { referenceRecords } from '../reference/records.ts';
import { referenceShown } from '../reference/shown.ts';
import { royaltiesShown } from '../royalties/shown.ts';
import { usageShown } from '../usage/shown.ts';
import { usageWritten } from '../usage/written.ts';
import { events } from '../webhooks/events.ts';
import { webhooksShown } from '../webhooks/shown.ts';
import { webhooksWritten } from '../webhooks/written.ts';
import { api } from './api.ts';
import { problems } from './problems.ts';

/** @internal A test checks that each group lists the features it needs. */
export const features = {
  referenceShown,
  accountsShown,
  accountsWritten,
  catalogueShown,
  catalogueWritten,
  matchingShown,
  matchingWritten,
  distributionShown,
  distributionWritten,
  usageShown,
  usageWritten,
  royaltiesShown,
  webhooksShown,
  webhooksWritten,
};

const { views, sources } = partsOf(Object.values(features));

export const definitions = define(api, { problems, events, reference: referenceRecords, views, sources });
