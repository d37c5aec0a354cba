/** Validation queue -> results for masters, and what is known of artwork. */
import * as v from 'valibot';
import { artworkWork } from '../../shared/catalogue/artwork/artwork-work.ts';
import { attemptArtwork, type ReadingArtwork } from '../../shared/catalogue/artwork/attempt-artwork.ts';
import { type Validating, validate } from '../../shared/catalogue/masters/validate.ts';
import { validationWork } from '../../shared/catalogue/masters/validation-work.ts';
import { attempt, type Clock } from '../../shared/kit/work/attempt.ts';
import { consume } from '../../shared/kit/work/consume.ts';
import { api } from '../../shared/service/api.ts';

/** @param parts clock, random numbers and time limit, for tests. */
export const validatorWith = (parts: Partial<Clock> & Pick<Validating, 'requestTimeoutMs'> = {}) =>
  consume({
    schema: v.union([artworkWork.messageSchema, validationWork.messageSchema]),
    subject: ({ kind, id, attempt: position }) =>
      kind === undefined ? { [validationWork.id]: id, position } : { [artworkWork.id]: id, position },
    process: (message, table) => {
      const clocked = { ...parts, table };
      return message.kind === undefined
        ? attempt(masters(parts), message, clocked)
        : attempt(artwork(parts), message, clocked);
    },
    fault: 'validation.fault',
  });

type Limits = Pick<Validating, 'requestTimeoutMs'>;

const masters = (limits: Limits) => ({
  kind: validationWork,
  log: 'validation',
  make: (made: Omit<Validating, 'api'>) => validate({ ...limits, ...made, api }),
});

const artwork = (limits: Limits) => ({
  kind: artworkWork,
  log: 'artwork',
  make: (made: Omit<ReadingArtwork, 'api'>) => attemptArtwork({ ...limits, ...made, api }),
});

export const handler = validatorWith();
