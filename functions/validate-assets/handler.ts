/** Validation queue -> masters. */
import { validate } from '../../shared/catalogue/masters/validate.ts';
import type { Validating } from '../../shared/catalogue/masters/validating.ts';
import { validationMessageSchema } from '../../shared/catalogue/masters/validation-work.ts';
import { consume } from '../../shared/kit/work/consume.ts';
import { api } from '../../shared/service/api.ts';

/** @param parts clock, random numbers and time limit, for tests. */
export const validatorWith = (parts: Partial<Omit<Validating, 'table' | 'api'>> = {}) =>
  consume({
    schema: validationMessageSchema,
    subject: ({ assetId, attempt: position }) => ({ assetId, position }),
    process: (message, table) =>
      validate(message, { now: () => new Date(), random: Math.random, ...parts, api, table }),
    fault: 'validation.fault',
  });

export const handler = validatorWith();
