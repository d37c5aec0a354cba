/** The API with its reference data, views, sources, problems and events. */
import type { Api } from './api.ts';
import type { EventTable } from './event-definition.ts';
import type { StoredRecord } from './fields.ts';
import type { ProblemTable } from './problem-definition.ts';
import type { RecordSource } from './record-source.ts';
import type { View } from './view.ts';

export interface Definitions extends Api {
  /** Records of platform-owned types, created on first use. */
  readonly reference: Readonly<Record<string, () => readonly StoredRecord[]>>;
  /** Views by type. */
  readonly views: Readonly<Record<string, View | undefined>>;
  /** Sources by type, for records without separate rows. */
  readonly sources: Readonly<Record<string, RecordSource | undefined>>;
  readonly problems: ProblemTable;
  /** Webhook events by type, for the API document. */
  readonly events?: EventTable;
}
