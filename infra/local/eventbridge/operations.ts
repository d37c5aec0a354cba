/** The event buses: entries that match a rule go to the rule's targets before PutEvents answers, so none can get lost in between. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Clock } from '../host/clock.ts';
import type { State } from '../host/state.ts';
import { account, region } from '../template/addresses.ts';
import type { Planned } from '../template/plan.ts';
import type { Operations } from '../wire/aws-endpoint.ts';
import { AwsError } from '../wire/aws-error.ts';
import { busDirectory } from './directory.ts';
import { compilePattern, type Matcher } from './event-pattern.ts';
import type { HandOver, Target } from './targets.ts';

const MOST_ENTRIES = 10;
const MOST_BYTES = 1_048_576;

const entrySchema = v.object({
  Source: v.optional(v.string(), ''),
  DetailType: v.optional(v.string(), ''),
  Detail: v.optional(v.string(), ''),
  EventBusName: v.optional(v.string(), 'default'),
  Resources: v.optional(v.array(v.string()), []),
  Time: v.optional(v.number()),
});

type Entry = v.InferOutput<typeof entrySchema>;

interface Rule {
  readonly bus: string;
  readonly arn: string;
  readonly matches: Matcher;
  readonly targets: readonly Target[];
}

interface Surroundings {
  readonly clock: Clock;
  readonly state: State;
  readonly handOver: HandOver;
}

export function busOperations(
  buses: readonly Planned<'AWS::Events::EventBus'>[],
  rules: readonly Planned<'AWS::Events::Rule'>[],
  around: Surroundings,
): Operations {
  const known = new Set(['default', ...buses.map(({ name }) => name)]);
  const patterned = rules.flatMap(ruleOf);
  const put = (entry: Entry): object => {
    const fault = faultOf(entry);
    if (fault) return fault;
    const event = envelope(entry, around.clock.now());
    const bus = entry.EventBusName.replace(/^arn:.*\//, '');
    for (const rule of patterned) {
      if (rule.bus !== bus || !rule.matches(event)) continue;
      for (const target of rule.targets) around.handOver(target, event, rule.arn);
    }
    return { EventId: event.id };
  };
  return {
    ...busDirectory(buses, rules),
    PutEvents: (input) => {
      const { Entries } = v.parse(v.object({ Entries: v.array(entrySchema) }), input);
      checkRequest(Entries, known);
      const results = around.state.transaction(() => Entries.map(put));
      return { Entries: results, FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length };
    },
  };
}

function ruleOf({ arn, properties }: Planned<'AWS::Events::Rule'>): Rule[] {
  const { EventPattern, EventBusName, State: state, Targets } = properties;
  if (!EventPattern || state === 'DISABLED') return [];
  return [{ bus: EventBusName, arn, matches: compilePattern(EventPattern), targets: Targets }];
}

function checkRequest(entries: readonly Entry[], known: ReadonlySet<string>): void {
  if (entries.length === 0 || entries.length > MOST_ENTRIES) {
    throw new AwsError(
      'ValidationException',
      `1 validation error detected: Value at 'entries' failed to satisfy constraint: Member must have length between 1 and ${MOST_ENTRIES}`,
    );
  }
  const bytes = entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
  if (bytes > MOST_BYTES) {
    throw new AwsError('ValidationException', 'Total size of the entries in the request is over the limit.');
  }
  for (const { EventBusName } of entries) {
    if (known.has(EventBusName.replace(/^arn:.*\//, ''))) continue;
    throw new AwsError('ResourceNotFoundException', `Event bus ${EventBusName} does not exist.`);
  }
}

/** As AWS counts: 14 bytes for a time, and the UTF-8 bytes of the texts. */
function sizeOf({ Time, Source, DetailType, Detail, Resources }: Entry): number {
  const texts = [Source, DetailType, Detail, ...Resources];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), Time === undefined ? 0 : 14);
}

/** Entries fail one by one, while the answer is 200. */
function faultOf({ Source, DetailType, Detail }: Entry): object | undefined {
  for (const [name, value] of Object.entries({ Source, DetailType, Detail })) {
    if (value !== '') continue;
    const ErrorMessage = `Parameter ${name} is not valid. Reason: ${name} is a required argument.`;
    return { ErrorCode: 'InvalidArgument', ErrorMessage };
  }
  return isJsonObject(Detail)
    ? undefined
    : { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** What rules match and targets get. */
export interface BusEvent {
  readonly id: string;
  readonly [member: string]: unknown;
}

function envelope({ Source, DetailType, Detail, Resources, Time }: Entry, now: number): BusEvent {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': DetailType,
    source: Source,
    account,
    time: eventTime(Time === undefined ? now : Time * 1000),
    region,
    resources: Resources,
    detail: JSON.parse(Detail),
  };
}

/** Whole seconds, as on AWS. */
export const eventTime = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
