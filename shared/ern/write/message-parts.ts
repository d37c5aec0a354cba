/** What the parts of one message are written from. */
import type { MessageVersion } from './message-version.ts';
import type { MessageFile } from './package-files.ts';
import type { Parcel } from './parcel.ts';
import type { Parties } from './parties.ts';

export interface MessageParts {
  readonly parcel: Parcel;
  readonly files: readonly MessageFile[];
  readonly parties: Parties;
  readonly version: MessageVersion;
  /** For proprietary identifiers and terms. */
  readonly namespace: string;
}
