/** Starts OpenSSH's server for the tests of one file. */
import { afterAll, beforeAll } from 'vitest';
import type { SftpTarget } from '../../../shared/distribution/stores/sftp/sftp-target.ts';
import { type SftpProgram, Sshd } from './sshd.ts';

export function withSshd(program: SftpProgram): Sshd {
  const sshd = new Sshd(program);
  beforeAll(() => sshd.start());
  afterAll(() => sshd.stop());
  return sshd;
}

export const targetOf = (sshd: Sshd, more: Partial<SftpTarget> = {}): SftpTarget => ({
  host: '127.0.0.1',
  port: sshd.port,
  user: sshd.user,
  signIn: { password: sshd.password },
  hostKeys: [sshd.fingerprint],
  ...more,
});
