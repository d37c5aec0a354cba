/** All resources and endpoints of the service, from its features. */
import { accountsDeclared } from '../accounts/declared.ts';
import { catalogueDeclared } from '../catalogue/declared.ts';
import { distributionDeclared } from '../distribution/declared.ts';
import { combine } from '../kit/declare/api.ts';
import { matchingDeclared } from '../matching/declared.ts';
import { referenceDeclared } from '../reference/declared.ts';
import { royaltiesDeclared } from '../royalties/declared.ts';
import { usageDeclared } from '../usage/declared.ts';
import { webhooksDeclared } from '../webhooks/declared.ts';

/** By feature. */
export const declared = {
  accounts: accountsDeclared,
  catalogue: catalogueDeclared,
  distribution: distributionDeclared,
  matching: matchingDeclared,
  usage: usageDeclared,
  royalties: royaltiesDeclared,
  webhooks: webhooksDeclared,
  reference: referenceDeclared,
};

export const api = combine(Object.values(declared));
