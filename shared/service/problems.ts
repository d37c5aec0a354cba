/** All problems that a request can have. A code without an entry in a table does not compile. */
import { kitProblems } from '../kit/http/problems.ts';
import { merged } from './feature-members.ts';
import { problems as ofFeatures } from './features.ts';

export const problems = { ...kitProblems, ...merged(ofFeatures) };

declare module '../kit/values/problems.ts' {
  interface ProblemCodes extends Record<keyof typeof problems, true> {}
}
