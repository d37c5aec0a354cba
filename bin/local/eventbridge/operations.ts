/** The operations of EventBridge. PutEvents responds once targets have the events, so that none is lost. */
import * as v from 'valibot';
import type { Clock } from '../host/clock.ts';
import type { State } from '../host/state.ts';
import type { BusEvent } from '../observed/bus-event.ts';
import type { Observe } from '../observed/observation.ts';
import { arnOf } from '../template/addresses.ts';
import type { Planned } from '../template/plan.ts';
import type { Operations } from '../wire/aws-endpoint.ts';
import { AwsError } from '../wire/aws-error.ts';
import { busEvent } from './event.ts';
import { compilePattern } from './event-pattern.ts';
import type { SendToTarget } from './targets.ts';

const MAX_ENTRIES = 10;
const MAX_BYTES = 1_048_576;

const entrySchema = v.object({
  Source: v.optional(v.string(), ''),
  DetailType: v.optional(v.string(), ''),
  Detail: v.optional(v.string(), ''),
  EventBusName: v.optional(v.string(), 'default'),
  Resources: v.optional(v.array(v.string()), []),
  Time: v.optional(v.number()),
});

type Entry = v.InferOutput<typeof entrySchema>;

interface Dependencies {
  readonly clock: Clock;
  readonly state: State;
  readonly observe: Observe;
  readonly sendToTarget: SendToTarget;
}

type PlannedBus = Planned<'AWS::Events::EventBus'>;
type PlannedRule = Planned<'AWS::Events::Rule'>;

export function eventBridgeOperations(
  buses: readonly PlannedBus[],
  rules: readonly PlannedRule[],
  { clock, state, observe, sendToTarget }: Dependencies,
): Operations {
  const busNames = new Set(['default', ...buses.map(({ name }) => name)]);
  const patterned = rules.flatMap(ruleOf);
  const put = (entry: Entry): object => {
    const error = errorOf(entry);
    if (error) return error;
    const event = eventOf(entry, clock.now());
    const bus = entry.EventBusName.replace(/^arn:.*\//, '');
    const matching = patterned.filter((rule) => rule.bus === bus && rule.matches(event));
    const targets = matching.reduce((sum, rule) => sum + rule.targets.length, 0);
    observe({ is: 'put', event, bus, targets });
    for (const rule of matching) for (const target of rule.targets) sendToTarget(target, event, rule.arn);
    return { EventId: event.id };
  };
  return {
    ...eventBusDirectory(buses, rules),
    PutEvents: (input) => {
      const { Entries } = v.parse(v.object({ Entries: v.array(entrySchema) }), input);
      checkRequest(Entries, busNames);
      const results = state.transaction(() => Entries.map(put));
      return { Entries: results, FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length };
    },
  };
}

function ruleOf({ arn, properties }: PlannedRule) {
  const { EventPattern, EventBusName, State, Targets } = properties;
  if (!EventPattern || State === 'DISABLED') return [];
  return [{ bus: EventBusName, arn, matches: compilePattern(EventPattern), targets: Targets }];
}

/** @throws AwsError when the request as a whole is invalid. */
function checkRequest(entries: readonly Entry[], busNames: ReadonlySet<string>): void {
  if (entries.length === 0 || entries.length > MAX_ENTRIES) {
    throw new AwsError(
      'ValidationException',
      `1 validation error detected: Value at 'entries' failed to satisfy constraint: Member must have length between 1 and ${MAX_ENTRIES}`,
    );
  }
  const bytes = entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
  if (bytes > MAX_BYTES) {
    throw new AwsError('ValidationException', 'Total size of the entries in the request is over the limit.');
  }
  for (const { EventBusName } of entries) {
    if (busNames.has(EventBusName.replace(/^arn:.*\//, ''))) continue;
    throw new AwsError('ResourceNotFoundException', `Event bus ${EventBusName} does not exist.`);
  }
}

/** Counted as AWS does: 14 bytes for the time, plus the UTF-8 bytes of the strings. */
function sizeOf({ Time, Source, DetailType, Detail, Resources }: Entry): number {
  const texts = [Source, DetailType, Detail, ...Resources];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), Time === undefined ? 0 : 14);
}

/** An invalid entry fails alone; the response is still a 200. */
function errorOf({ Source, DetailType, Detail }: Entry): object | undefined {
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

function eventOf({ Source, DetailType, Detail, Resources, Time }: Entry, now: number): BusEvent {
  return busEvent({
    source: Source,
    type: DetailType,
    detail: JSON.parse(Detail),
    resources: Resources,
    time: Time === undefined ? now : Time * 1000,
  });
}

const busSchema = v.object({ EventBusName: v.optional(v.string(), 'default') });

/** Lists and describes buses, rules and targets, for the AWS command line. */
function eventBusDirectory(buses: readonly PlannedBus[], rules: readonly PlannedRule[]): Operations {
  const all = [
    { Name: 'default', Arn: arnOf('events', 'event-bus/default') },
    ...buses.map(({ name, arn }) => ({ Name: name, Arn: arn })),
  ];
  const busOf = (nameOrArn: string) => {
    const bus = all.find(({ Name, Arn }) => nameOrArn === Name || nameOrArn === Arn);
    if (!bus) throw missing(`Event bus ${nameOrArn}`);
    return bus;
  };
  const rulesOf = (input: unknown) => {
    const { Name } = busOf(v.parse(busSchema, input).EventBusName);
    return rules.filter(({ properties }) => properties.EventBusName === Name);
  };
  const ruleNamed = (input: unknown, ruleName: string) => {
    const rule = rulesOf(input).find(({ name }) => name === ruleName);
    if (!rule) throw missing(`Rule ${ruleName}`);
    return rule;
  };
  return {
    ListEventBuses: () => ({ EventBuses: all }),
    DescribeEventBus: (input) =>
      busOf(v.parse(v.object({ Name: v.optional(v.string(), 'default') }), input).Name),
    ListRules: (input) => ({ Rules: rulesOf(input).map(described) }),
    DescribeRule: (input) => described(ruleNamed(input, v.parse(v.object({ Name: v.string() }), input).Name)),
    ListTargetsByRule: (input) => ({
      Targets: ruleNamed(input, v.parse(v.object({ Rule: v.string() }), input).Rule).properties.Targets,
    }),
  };
}

function described({ name, arn, properties }: PlannedRule): object {
  const { EventBusName, EventPattern, ScheduleExpression, State } = properties;
  return {
    Name: name,
    Arn: arn,
    EventBusName,
    State,
    ...(EventPattern && { EventPattern: JSON.stringify(EventPattern) }),
    ...(ScheduleExpression && { ScheduleExpression }),
  };
}

const missing = (what: string) => new AwsError('ResourceNotFoundException', `${what} does not exist.`);
