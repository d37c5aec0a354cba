/** Enumerated values of the catalogue. */

export const albumFormats = ['single', 'ep', 'album', 'video'] as const;

export const qaStatuses = ['awaiting_conversion', 'awaiting_review', 'approved', 'rejected'] as const;

/** The kind of a track on its albums. The master of an unready video is invalid or not yet validated. */
export const trackKinds = ['song', 'video', 'unready_video'] as const;
export type TrackKind = (typeof trackKinds)[number];

export const assetTypes = ['dolby_atmos', 'video'] as const;
export type AssetType = (typeof assetTypes)[number];

export const validationStatuses = ['pending', 'valid', 'invalid'] as const;
export type ValidationStatus = (typeof validationStatuses)[number];

/** The most characters of the name of a rights owner, and of the wording of a P or C line. */
export const rightsLengths = { owner: 200, line: 500 } as const;
