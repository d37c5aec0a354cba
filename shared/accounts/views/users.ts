/** Shows only the effective DSPs of a user: the assigned ones that its flags allow. */
import { viewOf } from '../../kit/declare/view.ts';
import { dspById } from '../../reference/data/dsps.ts';
import { users } from '../api/users.ts';
import { effectiveDsps } from '../rules/users.ts';

export const usersView = viewOf(users, {
  effectiveIds(relationship, fields) {
    if (relationship !== 'dsps') return undefined;
    const allowance = {
      assigned: fields.dsps,
      isStreamingAllowed: fields['streaming-dsp-allowed'],
      isFingerprintAllowed: fields['fingerprint-dsp-allowed'],
    };
    return effectiveDsps(allowance, (id) => dspById(id)?.family);
  },
});
