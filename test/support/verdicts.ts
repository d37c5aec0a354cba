/** Validates a master on loopback, and the verdicts to expect. */
import { type ValidationOptions, validateMaster } from '../../shared/catalogue/masters/validate-master.ts';

type VerdictOptions = Partial<ValidationOptions> & { readonly assetType?: 'video' | 'dolby_atmos' };

export const validate = (url: string, { assetType = 'dolby_atmos', ...options }: VerdictOptions = {}) =>
  validateMaster({ url, assetType }, { allowedCidrs: ['127.0.0.0/8'], ...options });

export const valid = { is: 'valid' };
export const invalid = (...errors: string[]) => ({ is: 'invalid', errors });
export const failed = (reason: string) => ({ is: 'failed', reason });
