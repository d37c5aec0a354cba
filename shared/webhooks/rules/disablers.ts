/** What disables webhook endpoints. Whatever it was, their owner can enable them again, unless the owner is disabled. */

/** 'user': the user who owns it was disabled. */
export const disablers = ['owner', 'failures', 'user', 'operator'] as const;

export type Disabler = (typeof disablers)[number];

export interface Disabling {
  readonly by: Disabler;
  /** ISO 8601. */
  readonly at: string;
  /** In the words of an operator. */
  readonly reason?: string;
}

/** The fields of an endpoint that is disabled. */
export const disabledFields = ({ by, at, reason }: Disabling) =>
  ({
    'is-active': false,
    'disabled-at': at,
    'disabled-by': by,
    'disabled-reason': reason ?? null,
  }) as const;
