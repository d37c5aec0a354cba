/** Lists and describes buses, rules and targets, for the AWS command line. */
import * as v from 'valibot';
import { arnOf } from '../template/addresses.ts';
import type { Planned } from '../template/plan.ts';
import type { Operations } from '../wire/aws-endpoint.ts';
import { AwsError } from '../wire/aws-error.ts';

type PlannedBus = Planned<'AWS::Events::EventBus'>;
type PlannedRule = Planned<'AWS::Events::Rule'>;

const busSchema = v.object({ EventBusName: v.optional(v.string(), 'default') });

export function eventBusDirectory(buses: readonly PlannedBus[], rules: readonly PlannedRule[]): Operations {
  const known = [
    { Name: 'default', Arn: arnOf('events', 'event-bus/default') },
    ...buses.map(({ name, arn }) => ({ Name: name, Arn: arn })),
  ];
  const busOf = (nameOrArn: string) => {
    const found = known.find(({ Name, Arn }) => nameOrArn === Name || nameOrArn === Arn);
    if (!found) throw missing(`Event bus ${nameOrArn}`);
    return found;
  };
  const rulesOf = (input: unknown) => {
    const { Name } = busOf(v.parse(busSchema, input).EventBusName);
    return rules.filter(({ properties }) => properties.EventBusName === Name);
  };
  const ruleOf = (input: unknown, wanted: string) => {
    const found = rulesOf(input).find(({ name }) => name === wanted);
    if (!found) throw missing(`Rule ${wanted}`);
    return found;
  };
  return {
    ListEventBuses: () => ({ EventBuses: known }),
    DescribeEventBus: (input) =>
      busOf(v.parse(v.object({ Name: v.optional(v.string(), 'default') }), input).Name),
    ListRules: (input) => ({ Rules: rulesOf(input).map(described) }),
    DescribeRule: (input) => described(ruleOf(input, v.parse(v.object({ Name: v.string() }), input).Name)),
    ListTargetsByRule: (input) => ({
      Targets: ruleOf(input, v.parse(v.object({ Rule: v.string() }), input).Rule).properties.Targets,
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
