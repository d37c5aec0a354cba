/** The DDEX party ids of DSPs. */
import type { Settings } from '../../platform/settings.ts';

/** @returns that of the stage's settings, or one that is not registered. */
export const recipientPartyId = (
  dspId: string,
  { recipientPartyIds }: Pick<Settings['packages'], 'recipientPartyIds'>,
): string => recipientPartyIds[dspId] ?? `PADPIDA${dspId.padStart(10, '0')}`;
