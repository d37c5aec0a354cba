/** The order of messages in a fair queue. Groups that use much of it wait for the others. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Grouped, MessageGroups } from '../../../bin/local/sqs/message-groups.ts';

interface Sent extends Grouped {
  readonly name: string;
}

let now: number;
let groups: MessageGroups<Sent>;
beforeEach(() => {
  now = 0;
  groups = new MessageGroups(() => now);
});

const send = (name: string, group?: string): void =>
  groups.add({ name, group, sentAt: now, position: 'none' });
const sendMany = (count: number, group?: string): void => {
  for (let place = 0; place < count; place += 1) send(`${group ?? 'none'} ${place}`, group);
};
/** Messages that are in flight from now on. */
const receive = (count: number): Sent[] =>
  Array.from({ length: count }, () => {
    const message = groups.next();
    if (!message) throw new Error('No message is visible.');
    groups.startFlight(message);
    return message;
  });
const next = (count: number): string[] => receive(count).map(({ name }) => name);

describe('the messages of a group', () => {
  it('wait while thirty of them, and more than a tenth of all, are in flight', () => {
    sendMany(32, 'noisy');
    receive(30);
    send('quiet', 'quiet');
    send('alone');
    expect(next(4)).toEqual(['quiet', 'alone', 'noisy 30', 'noisy 31']);
  });

  it('do not wait while fewer are in flight', () => {
    sendMany(30, 'group');
    receive(28);
    send('later', 'other');
    expect(next(3)).toEqual(['group 28', 'group 29', 'later']);
  });

  it('do not wait while they are a tenth of all in flight', () => {
    for (let other = 0; other < 270; other += 1) send(`other ${other}`, `other ${other}`);
    sendMany(31, 'group');
    receive(300);
    send('later', 'later');
    expect(next(2)).toEqual(['group 30', 'later']);
  });

  it('wait for other groups after using more than a tenth of the recent processing time', () => {
    sendMany(2, 'slow');
    receive(1);
    now += 15_000;
    send('quick', 'quick');
    expect(next(2)).toEqual(['quick', 'slow 1']);
  });

  it('stop waiting once all have been received', () => {
    sendMany(2, 'slow');
    const received = receive(1);
    now += 15_000;
    for (const message of [...received, ...receive(1)]) groups.remove(message);
    send('next', 'slow');
    send('quick', 'quick');
    expect(next(2)).toEqual(['next', 'quick']);
  });

  it('stop waiting after five minutes without a new one', () => {
    sendMany(40, 'noisy');
    receive(30);
    now += 300_000;
    send('quiet', 'quiet');
    expect(next(1)).toEqual(['noisy 30']);
  });

  it('do not wait if the group has no name', () => {
    sendMany(31);
    receive(30);
    send('later', 'other');
    expect(next(2)).toEqual(['none 30', 'later']);
  });
});

it('are next if their noisy group has the fewest in flight', () => {
  sendMany(40, 'first');
  sendMany(40, 'second');
  const ofSecond = receive(70).filter(({ group }) => group === 'second');
  expect(ofSecond).toHaveLength(35);
  for (const message of ofSecond.slice(0, 3)) groups.remove(message);
  expect(next(3)).toEqual(['second 35', 'second 36', 'second 37']);
});
