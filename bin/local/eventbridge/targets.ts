/** Sends events to the targets of rules: queues, and functions, which are invoked asynchronously. */
import type { AsyncInvocations } from '../lambda/async-invocations.ts';
import type { BusEvent } from '../observed/bus-event.ts';
import type { Queues } from '../sqs/queues.ts';
import type { Properties } from '../template/resource-types.ts';

type Target = Properties<'AWS::Events::Rule'>['Targets'][number];
/** @throws when the target does not exist. */
export type SendToTarget = (target: Target, event: BusEvent, ruleArn: string) => void;

/** An event that is too large for its queue goes to the target's dead-letter queue. */
export function targetSender(queues: Queues, invocations: Pick<AsyncInvocations, 'add'>): SendToTarget {
  return (target, event, ruleArn) => {
    const body = target.Input ?? JSON.stringify(event);
    if (target.Arn.startsWith('arn:aws:lambda:')) return invocations.add(target.Arn, body);
    const queue = queues.find(target.Arn);
    if (!queue) throw new Error(`The local stage has no target ${target.Arn}.`);
    if (Buffer.byteLength(body) <= queue.properties.MaximumMessageSize) {
      queue.send({ body, group: groupOf(target, event) });
      return;
    }
    const letters = target.DeadLetterConfig && queues.find(target.DeadLetterConfig.Arn);
    letters?.send({
      body,
      attributes: textAttributes({
        RULE_ARN: ruleArn,
        TARGET_ARN: target.Arn,
        ERROR_CODE: 'INVALID_PARAMETER',
        ERROR_MESSAGE: `One or more parameters are invalid. Reason: Message must be shorter than ${queue.properties.MaximumMessageSize} bytes.`,
      }),
    });
  };
}

/** A fixed text, or the path to a text of the event. */
function groupOf({ SqsParameters }: Target, event: BusEvent): string | undefined {
  const group = SqsParameters?.MessageGroupId;
  if (!group?.startsWith('$.')) return group;
  let at: unknown = event;
  for (const member of group.slice(2).split('.')) at = Object(at)[member];
  return typeof at === 'string' ? at : undefined;
}

const textAttributes = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
  );
