/** The effective DSPs of a user. */
import { dspById } from '../reference/data/dsps.ts';
import { type DspAllowance, effectiveDsps } from './rules/users.ts';

export const allowedDsps = ({ fields }: { readonly fields: DspAllowance }): string[] =>
  effectiveDsps(fields, (id) => dspById(id)?.family);
