/** What a change of the table shows about events and other work: what it causes, and their progress. */
import type { Images } from '../../../shared/kit/table/causes.ts';
import { fromWire, type Item } from '../../../shared/kit/table/item.ts';
import { isRecordKey, type Key } from '../../../shared/kit/table/keys.ts';
import { required } from '../../../shared/kit/values/required.ts';
import { dueValue } from '../../../shared/kit/work/due.ts';
import { workOf } from '../../../shared/kit/work/work-of.ts';
import { eventsOf } from '../../../shared/service/events.ts';
import { startedKinds } from '../../../shared/service/kinds-of-work.ts';
import { webhookEvents } from '../../../shared/webhooks/api/webhook-events.ts';
import { toStoredEvent } from '../../../shared/webhooks/deliveries/event-work.ts';
import type { StreamRecord } from '../observed/stream-record.ts';
import { followDeliveries, laterText } from './event-progress.ts';
import { addHop, type Trail, type Trails } from './trails.ts';

interface RowChange {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
  readonly now: number;
}

/** @returns the trails of what the change causes, which continue when the change is delivered. */
export function followChange(trails: Trails, { dynamodb }: StreamRecord, now: number): Trail[] {
  const images = dynamodb as Images;
  if (![images.OldImage, images.NewImage].some(isOfInterest)) return [];
  const change = { before: itemOf(images.OldImage), after: itemOf(images.NewImage), now };
  const caused = [...followEvents(trails, images, change), ...followStart(trails, images, change)];
  const row = change.after ?? change.before;
  if (row && isRecordKey(row, webhookEvents.type)) followRounds(trails, change);
  else followWork(trails, change);
  return caused;
}

/** Most rows are not, and large ones take long to convert. */
const isOfInterest = (image: object | undefined): boolean =>
  image !== undefined &&
  ('causes' in image ||
    'dueKind' in image ||
    String(Object(Object(image)['pk'])['S']).startsWith(`${webhookEvents.type}#`));

const itemOf = (image: object | undefined): Item | undefined =>
  image && fromWire(image as Parameters<typeof fromWire>[0]);

function followEvents(trails: Trails, images: Images, { after }: RowChange): Trail[] {
  if (after?.['causes'] === undefined) return [];
  return eventsOf(images).map(({ id, type, createdAt }) => {
    const trail = trails.event(id, type);
    addHop(trail, { what: 'row', at: Date.parse(createdAt), text: described(after) });
    return trail;
  });
}

function followStart(trails: Trails, images: Images, { after, now }: RowChange): Trail[] {
  const started = after && workOf(images, startedKinds);
  if (!started) return [];
  const { id: idField } = required(
    startedKinds.find(({ name }) => name === started.kind.name),
    'Work is of one of the kinds among which it was looked for.',
  );
  const id = keyText(started.kind.key(String(after[idField])));
  const earlier = trails.find(id);
  const trail =
    earlier?.status === 'under way'
      ? earlier
      : trails.begin(started.kind.name, { id, kind: started.kind.name });
  addHop(trail, { what: 'row', at: now, text: described(after) });
  return [trail];
}

/** The row of an event, which its sender changes before and after each attempt. */
function followRounds(trails: Trails, { before, after, now }: RowChange): void {
  if (!after) return;
  const { record } = toStoredEvent(after);
  const earlier = before ? toStoredEvent(before).record.fields.deliveries : {};
  const trail = trails.event(record.id, record.fields.type);
  followDeliveries(trail, { before: earlier, after: record.fields.deliveries, now });
}

/** The row of other work. It is deleted, or leaves the due index, when the work ends. */
function followWork(trails: Trails, { before, after, now }: RowChange): void {
  const row = after ?? before;
  // Work that has ended may leave a row without the attribute.
  const dueKind = dueValue(after ?? {}, 'dueKind') ?? dueValue(before ?? {}, 'dueKind');
  const kind = startedKinds.find(({ name }) => name === dueKind);
  if (!row || !kind || keyText(kind.key(String(row[kind.id]))) !== keyText(row)) return;
  const id = keyText(row);
  const trail = trails.find(id) ?? trails.begin(kind.name, { id, kind: kind.name });
  const isDue = (item: Item | undefined) => item !== undefined && dueValue(item, 'dueAt') !== undefined;
  if (isDue(before) && !isDue(after)) {
    trail.status = 'done';
    addHop(trail, { what: 'end', at: now, text: after ? 'no longer due' : 'row deleted', isOk: true });
  } else if (before && after && dueValue(before, 'position') !== dueValue(after, 'position')) {
    const next = laterText(String(dueValue(after, 'nextAttemptAt')), now);
    const text = `attempt ${String(dueValue(after, 'position'))} made, again ${next}`;
    addHop(trail, { what: 'attempt', at: now, text });
  }
}

export const keyText = ({ pk, sk }: Partial<Key> | Item): string => (sk === '#' ? String(pk) : `${pk} ${sk}`);

const described = (row: Item): string =>
  row['version'] === undefined ? keyText(row) : `${keyText(row)}, version ${String(row['version'])}`;
