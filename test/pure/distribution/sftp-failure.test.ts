import { expect, it } from 'vitest';
import { sftpFailure } from '../../../shared/distribution/stores/sftp/sftp-failure.ts';

const responded = (code: number, message: string) => Object.assign(new Error(message), { code });

it.each([
  [2, 'missing', 'The store has no such file or folder.'],
  [3, 'permission', 'The store denies permission.'],
  [4, 'protocol', 'The store failed (Failure).'],
  [14, 'space', 'The disk of the store is full.'],
  [15, 'space', 'The quota of the stage at the store is used up.'],
])('the SFTP status %i is the fault %s', (code, fault, sentence) => {
  const { fault: found, message } = sftpFailure(responded(code, 'Failure'), 'write a.wav');
  expect([found, message]).toEqual([fault, `${sentence} It was asked to write a.wav.`]);
});

it('the message of a store becomes one short line', () => {
  const { message } = sftpFailure(responded(4, `No\u001b[2J\n space ${'!'.repeat(5000)}`), 'write a.wav');
  expect(message).toMatch(/^The store failed \(No \[2J space !+\)\. It was asked to write a\.wav\.$/);
  expect(message.length).toBeLessThan(300);
});
