/** The ISRC of a track. */
import type { Context } from '../../kit/crud/context.ts';
import type { Sent } from '../../kit/crud/write/hooks.ts';
import { readSettings } from '../../platform/settings.ts';
import type { tracks } from '../api/tracks.ts';
import { ownsIsrc } from '../owned-codes.ts';
import { codeGiven, codeReserved, isReservedIsrc } from '../rules/given-codes.ts';
import { comparableIsrc } from '../rules/isrc.ts';
import type { TrackRule } from './track-rule.ts';

const isSameCode = (one: string | null | undefined, other: string | null | undefined): boolean =>
  comparableIsrc(one ?? '') === comparableIsrc(other ?? '');

/** @returns whether the owner has or had the sent code. Looks only for a new one that the stage alone gives. */
export async function loadCodeOwner(sent: Sent<typeof tracks>, context: Context): Promise<boolean> {
  const sentCode = sent.isSent('isrc-code') ? await sent.valid('isrc-code') : undefined;
  if (!sentCode || !isReservedIsrc(readSettings().codes, sentCode)) return false;
  const current = (await sent.before)?.fields;
  if (current?.['isrc-given'] || isSameCode(sentCode, current?.['isrc-code'])) return false;
  return ownsIsrc(context, sent.ownerId, sentCode);
}

/** A code that was given stays, in its spelling. Others with the prefix of the stage are not for owners to choose. */
export const code: TrackRule = ({ before, valid }, { ownsCode }) => {
  const sent = valid('isrc-code');
  const current = before?.fields;
  if (sent === undefined || sent === current?.['isrc-code']) return undefined;
  const isSame = isSameCode(sent, current?.['isrc-code']);
  if (current?.['isrc-given'])
    return isSame
      ? { fields: { 'isrc-code': current['isrc-code'] } }
      : { problems: [codeGiven('isrc-code')] };
  const { codes } = readSettings();
  const isReserved = sent !== null && !isSame && isReservedIsrc(codes, sent);
  return isReserved && !ownsCode ? { problems: [codeReserved('isrc-code', codes.isrc ?? '')] } : undefined;
};
