/** The closed lists of values in a catalogue. */

export const albumFormats = ['single', 'ep', 'album', 'video'] as const;

export const qaStatuses = ['awaiting_conversion', 'awaiting_review', 'approved', 'rejected'] as const;

/** What a track is on its albums. An unready video has a video master that is not valid, or not checked yet. */
export const trackKinds = ['song', 'video', 'unready_video'] as const;
export type TrackKind = (typeof trackKinds)[number];

export const assetTypes = ['dolby_atmos', 'video'] as const;
export type AssetType = (typeof assetTypes)[number];

export const validationStatuses = ['pending', 'valid', 'invalid'] as const;
export type ValidationStatus = (typeof validationStatuses)[number];
