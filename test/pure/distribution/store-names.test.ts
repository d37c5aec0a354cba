import { expect, it } from 'vitest';
import { signInFrom } from '../../../shared/distribution/stores/connected/sign-in.ts';
import { storeNames } from '../../../shared/distribution/transfers/store-names.ts';

const release = { releaseId: '850004000017', readyAt: '2027-01-02T03:04:05.006Z' };

it('a release profile folder is named by priority, release and time', () => {
  expect(storeNames({ folder: 'in', profile: 'release', priority: 'P' }, release)).toEqual({
    folders: ['in/P_850004000017_20270102030405006', 'in/P_850004000017_20270102030405006/resources'],
    release: 'in/P_850004000017_20270102030405006',
    message: 'in/P_850004000017_20270102030405006/850004000017.xml',
    batch: undefined,
  });
});

it('a batch profile folder is named by time, and has a release folder and a manifest', () => {
  expect(storeNames({ folder: '', profile: 'batch', priority: 'N' }, release)).toEqual({
    folders: [
      '20270102030405006',
      '20270102030405006/850004000017',
      '20270102030405006/850004000017/resources',
    ],
    release: '20270102030405006/850004000017',
    message: '20270102030405006/850004000017/850004000017.xml',
    batch: {
      id: '20270102030405006',
      folder: '20270102030405006',
      manifest: '20270102030405006/BatchComplete_20270102030405006.xml',
    },
  });
});

const openSsh = (cipher: string): string => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(cipher.length);
  return Buffer.concat([Buffer.from('openssh-key-v1\0'), length, Buffer.from(`${cipher}more`)]).toString(
    'base64',
  );
};

it('a private key keeps its lines, even if a form removes them', () => {
  const body = openSsh('none');
  const key = `-----BEGIN OPENSSH PRIVATE KEY-----\n${body}\n-----END OPENSSH PRIVATE KEY-----\n`;
  expect(signInFrom(key)).toEqual({ kind: 'key', key });
  expect(signInFrom(key.replaceAll('\n', ' '))).toEqual({ kind: 'key', key });
});

it.each([
  [
    'an encrypted key of OpenSSH',
    `-----BEGIN OPENSSH PRIVATE KEY-----\n${openSsh('aes256-ctr')}\n-----END OPENSSH PRIVATE KEY-----`,
  ],
  [
    'an encrypted key of PKCS 8',
    '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIB\n-----END ENCRYPTED PRIVATE KEY-----',
  ],
  [
    'an encrypted key of PKCS 1',
    '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIB\n-----END RSA PRIVATE KEY-----',
  ],
  ['half a key', '-----BEGIN OPENSSH PRIVATE KEY-----\nMIIB'],
  ['a public key', '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----'],
])('%s is rejected', (_, text) => {
  expect(signInFrom(text)).toEqual({ fault: expect.stringMatching(/^must be a private key/) });
});

it('other texts are passwords', () => {
  expect(signInFrom(' Correct Horse ')).toEqual({ kind: 'password', password: ' Correct Horse ' });
});
