/** Limits sign-ins per minute per IP address and per address and e-mail. No user can lock out another. */
import { createHash } from 'node:crypto';
import { requireBudget } from '../../kit/http/rate-limit.ts';
import type { RequestState } from '../../kit/http/request-state.ts';
import type { Write } from '../../kit/table/write.ts';
import { readSettings } from '../../platform/settings.ts';
import { signInWindowKey } from '../keys.ts';
import { minuteOf } from './access.ts';

/** How long a window is stored after it starts. */
const KEPT_SECONDS = 300;

/** @param email in comparable form. @throws rate_limit_exceeded. */
export async function countSignIn(state: RequestState, email: string): Promise<void> {
  const { logins, loginsPerAddress } = readSettings().rateLimits;
  const address = state.request.sourceAddress;
  const [ofPair, ofAddress] = await Promise.all([
    countIn(state, `pair#${address}#${createHash('sha256').update(email).digest('base64url')}`),
    countIn(state, `address#${address}`),
  ]);
  state.budget = { limit: logins, used: ofPair, now: state.now };
  requireBudget(state.budget);
  const addressBudget = { limit: loginsPerAddress, used: ofAddress, now: state.now };
  if (addressBudget.used > addressBudget.limit) state.budget = addressBudget;
  requireBudget(addressBudget);
}

async function countIn({ table, now }: RequestState, who: string): Promise<number> {
  const minute = minuteOf(now);
  const counting: Write = {
    update: signInWindowKey(who, minute),
    with: [
      { add: 'used', by: 1 },
      { set: 'expires', to: minute * 60 + KEPT_SECONDS },
    ],
  };
  const row = await table.commit([counting], { returning: 'new' });
  return Number(row?.['used']);
}
