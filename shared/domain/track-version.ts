/** The version of a track, as free text and as one of the predefined versions (specification 2.3.1). */

export interface SentVersion {
  /** Undefined: not sent. */
  readonly text: string | null | undefined;
  /** Id and name of the version; null clears the relationship. Undefined: not sent. */
  readonly version: { readonly id: string; readonly name: string } | null | undefined;
}

/**
 * @returns what is stored. Undefined members stay as they are.
 * @example versionOf({ text: undefined, version: { id: '6', name: 'Live' } }) // { text: 'Live', version: '6' }
 */
export function versionOf({ text, version }: SentVersion): {
  readonly text?: string | null;
  readonly version?: string | null;
} {
  const isText = text !== undefined && text !== null && text !== '';
  if (isText) return { text, version: null };
  if (version) return { text: version.name, version: version.id };
  return {
    ...(text !== undefined && { text }),
    ...((text !== undefined || version === null) && { version: null }),
  };
}
