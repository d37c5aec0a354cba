/** How DSPs may use releases, by their family. */
import { dspById } from '../../reference/data/dsps.ts';

/** Terms of ERN. */
export interface Terms {
  readonly models: readonly string[];
  readonly uses: readonly string[];
}

export const saleTerms: Terms = { models: ['PayAsYouGoModel'], uses: ['PermanentDownload'] };

const streamingTerms: readonly Terms[] = [
  saleTerms,
  { models: ['SubscriptionModel'], uses: ['OnDemandStream', 'NonInteractiveStream', 'ConditionalDownload'] },
  { models: ['AdvertisementSupportedModel'], uses: ['OnDemandStream', 'NonInteractiveStream'] },
];

/** Fingerprint DSPs recognize recordings in uploads of their users. */
const fingerprintTerms: readonly Terms[] = [
  { models: ['RightsClaimModel'], uses: ['UserMakeAvailableUserProvided'] },
];

export const termsFor = (dspId: string): readonly Terms[] =>
  dspById(dspId)?.family === 'fingerprint' ? fingerprintTerms : streamingTerms;

/** Whether a DSP sells releases, so that it can also sell them in advance. */
export const sells = (dspId: string): boolean => termsFor(dspId).includes(saleTerms);
