/** The DealList: where, from when and how the DSP may use the release. A takedown ends every deal. */
import { dspById } from '../../../reference/data/dsps.ts';
import type { Parcel } from '../parcel.ts';
import { releaseReference } from './releases.ts';
import type { XmlElement } from './xml-document.ts';

interface Terms {
  readonly models: readonly string[];
  readonly uses: readonly string[];
}

const streamingTerms: readonly Terms[] = [
  { models: ['PayAsYouGoModel'], uses: ['PermanentDownload'] },
  { models: ['SubscriptionModel'], uses: ['OnDemandStream', 'NonInteractiveStream', 'ConditionalDownload'] },
  { models: ['AdvertisementSupportedModel'], uses: ['OnDemandStream', 'NonInteractiveStream'] },
];

/** Fingerprint DSPs recognize recordings in uploads of their users. */
const fingerprintTerms: readonly Terms[] = [
  { models: ['RightsClaimModel'], uses: ['UserMakeAvailableUserProvided'] },
];

export function dealList(parcel: Parcel): XmlElement {
  const { dsp, release } = parcel;
  const terms = dspById(dsp.id)?.family === 'fingerprint' ? fingerprintTerms : streamingTerms;
  return {
    ReleaseDeal: {
      DealReleaseReference: [0, ...release.tracks.map((_, index) => index + 1)].map(releaseReference),
      Deal: terms.map(({ models, uses }) => ({
        DealTerms: {
          TerritoryCode: release.territories.length > 0 ? release.territories : ['Worldwide'],
          ValidityPeriod: validity(parcel),
          CommercialModelType: models,
          UseType: uses,
        },
      })),
    },
  };
}

/** The deals of a message replace all earlier ones. A deal that has ended permits no use. */
function validity({ type, release, createdAt }: Parcel): XmlElement {
  if (type !== 'takedown') return { StartDate: release.releaseDate };
  const released = `${release.releaseDate}T00:00:00.000Z`;
  return { StartDateTime: released < createdAt ? released : createdAt, EndDateTime: createdAt };
}
