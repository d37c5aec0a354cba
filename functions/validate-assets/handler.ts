/** Validation queue -> results for masters. */
import { type Validating, validate } from '../../shared/catalogue/masters/validate.ts';
import { validationWork } from '../../shared/catalogue/masters/validation-work.ts';
import { type Clock, consumeWork } from '../../shared/kit/work/attempt.ts';
import { api } from '../../shared/service/api.ts';

/** @param parts clock, random numbers and time limit, for tests. */
export const validatorWith = (parts: Partial<Clock> & Pick<Validating, 'requestTimeoutMs'> = {}) =>
  consumeWork(
    {
      kind: validationWork,
      log: 'validation',
      make: (attempt) => validate({ ...parts, ...attempt, api }),
    },
    parts,
  );

export const handler = validatorWith();
