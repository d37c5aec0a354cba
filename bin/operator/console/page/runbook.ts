/** Where the runbook explains what to do. */

/** All sections on a symptom, by their anchors, which are the names of the alarms. */
export const sections = {
  'api-failing': 'API failing',
  'api-slow': 'API slow',
  'functions-throttled': 'Functions throttled',
  'table-throttled': 'Table throttled',
  'rows-unreadable': 'Rows unreadable',
  'lists-unreadable': 'Lists unreadable',
  'pipeline-late': 'Pipeline late',
  'pipeline-failing': 'Pipeline failing',
  'changes-given-up': 'Changes given up',
  'webhooks-given-up': 'Webhooks given up',
  'work-stopped': 'Work stopped',
  'work-given-up': 'Work given up',
  'stores-failing': 'Stores failing',
  'deliveries-retrying': 'Deliveries retrying',
  'store-unreachable': 'Store unreachable',
  'store-silent': 'Store silent',
  'requests-waiting': 'Requests waiting',
  'codes-running-out': 'Codes running out',
  'account-unreachable': 'Account unreachable',
  'import-standing-still': 'Import standing still',
} as const;

export type Section = keyof typeof sections;

const ofRepairs: Readonly<Record<string, Section>> = {
  'redrive-changes': 'changes-given-up',
  'redrive-webhooks': 'webhooks-given-up',
};

const ofKinds: Readonly<Record<string, Section>> = {
  'store-delivery': 'deliveries-retrying',
  'store-transfer': 'store-unreachable',
  'store-test': 'store-unreachable',
  'store-reading': 'store-unreachable',
  'request-review': 'requests-waiting',
  'usage-import': 'import-standing-still',
};

const ofRecords: Readonly<Record<string, Section>> = {
  'requests to review': 'requests-waiting',
  'requests of owners to approve': 'requests-waiting',
  'failing deliveries': 'stores-failing',
  'deliveries without an acknowledgement in time': 'store-silent',
  'failing webhook endpoints': 'account-unreachable',
  'webhook endpoints disabled by failures': 'account-unreachable',
  'failed analytics reports': 'pipeline-failing',
};

const sectionIn = (known: Readonly<Record<string, Section>>, name: string, others: Section): Section =>
  Object.hasOwn(known, name) ? (known[name] ?? others) : others;

/** @param repair the command that redrives the dead letters. */
export const sectionOfRepair = (repair: string): Section => sectionIn(ofRepairs, repair, 'work-given-up');

/** @param kind of background work. */
export const sectionOfKind = (kind: string): Section => sectionIn(ofKinds, kind, 'pipeline-late');

/** @param what records that wait. */
export const sectionOfRecords = (what: string): Section => sectionIn(ofRecords, what, 'requests-waiting');

/** @param address of the stage, without a slash at its end. @returns nothing if it is not known. */
export const runbookAddress = (address: string, section?: Section): string | undefined =>
  address === '' ? undefined : `${address}/docs/runbook${section === undefined ? '' : `#${section}`}`;
