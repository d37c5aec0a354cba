/** All problems that a request can have. A code without an entry in a table does not compile. */
import { accountProblems } from '../accounts/problems.ts';
import { catalogueProblems } from '../catalogue/problems.ts';
import { distributionProblems } from '../distribution/problems.ts';
import { kitProblems } from '../kit/http/problems.ts';
import { royaltyProblems } from '../royalties/problems.ts';
import { usageProblems } from '../usage/problems.ts';
import { webhookProblems } from '../webhooks/problems.ts';

export const problems = {
  ...kitProblems,
  ...accountProblems,
  ...catalogueProblems,
  ...distributionProblems,
  ...usageProblems,
  ...royaltyProblems,
  ...webhookProblems,
};

declare module '../kit/values/problems.ts' {
  interface ProblemCodes extends Record<keyof typeof problems, true> {}
}
