/** Codes that the service has given never change. */
import type { Problem } from '../../kit/values/problems.ts';

export const codeGiven = (attribute: string): Problem => ({
  code: 'code_given',
  detail: `The service has given this ${attribute}, which never changes.`,
  pointer: `/data/attributes/${attribute}`,
});
