/** Requests that go on after their admission, although they would be rejected after what others have done since. */
import type { Operation } from './operation.ts';

interface Admitted {
  /** Routes. */
  readonly requests: readonly string[];
  /** Routes and commands. */
  readonly beside: readonly string[];
  readonly because: string;
}

const signOut = ['POST /auth/logout', 'POST /auth/logout-all'];

const admitted: readonly Admitted[] = [
  {
    requests: signOut,
    beside: signOut,
    because: 'Both end the session of which they are. Which of them did so does not matter.',
  },
  {
    requests: ['POST /distribution-requests'],
    beside: ['erase-organization'],
    because: 'The erasure waits for such requests, looks for albums in distribution again, and then stops.',
  },
];

const areAmong = (names: readonly string[], { of }: Operation): boolean => names.includes(of);

/** @returns whether one of the operations may go on after its admission, whatever another has done since. */
export const goesOn = (operations: readonly Operation[]): boolean =>
  admitted.some(({ requests, beside }) =>
    operations.some(
      (one, index) =>
        areAmong(requests, one) && operations.some((other, at) => at !== index && areAmong(beside, other)),
    ),
  );
