/** The key rows of all features, by type. */
import { accountKeyRows } from '../accounts/keys.ts';
import { catalogueKeyRows } from '../catalogue/keys.ts';
import { distributionKeyRows } from '../distribution/keys.ts';
import { matchingKeyRows } from '../matching/keys.ts';
import { royaltyKeyRows } from '../royalties/keys.ts';
import { usageKeyRows } from '../usage/keys.ts';
import { webhookKeyRows } from '../webhooks/keys.ts';

export const keyRows = {
  ...accountKeyRows,
  ...catalogueKeyRows,
  ...distributionKeyRows,
  ...matchingKeyRows,
  ...usageKeyRows,
  ...royaltyKeyRows,
  ...webhookKeyRows,
} as const;
