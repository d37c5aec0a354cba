/** An SFTP server with the files of a folder, for the store of this machine and for tests. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import ssh2, { type AuthContext, type Connection } from 'ssh2';
import { type ServedFolder, SftpFiles } from './sftp-files.ts';

export interface SftpServerOptions extends ServedFolder {
  readonly user: string;
  readonly password?: string;
  /** In the form of OpenSSH. */
  readonly publicKey?: string;
  readonly port?: number;
  /** In PEM. A new one is made by default. */
  readonly hostKey?: string;
}

export interface SftpServer {
  readonly port: number;
  /** Of the host key, as OpenSSH writes it. */
  readonly fingerprint: string;
  readonly stop: () => Promise<void>;
}

/** @returns a private key in PEM. */
export const newHostKey = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  }).privateKey;

export async function startSftpServer(options: SftpServerOptions): Promise<SftpServer> {
  const { hostKey = newHostKey(), port = 0 } = options;
  const connections = new Set<Connection>();
  const ssh = new ssh2.Server({ hostKeys: [hostKey] }, (connection) => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
    // Clients that disconnect silently are not faults.
    connection.on('error', () => {});
    connection.on('authentication', (context) => admit(context, options));
    connection.on('session', (accept) =>
      accept().on('sftp', (open) => new SftpFiles(open(), options, () => connection.end()).serve()),
    );
  });
  // Calls are small, and would wait for each other's acknowledgements.
  const server = createServer({ noDelay: true }, (socket) => ssh.injectSocket(socket));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    fingerprint: fingerprintOf(hostKey),
    stop: async () => {
      for (const connection of connections) connection.end();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function fingerprintOf(hostKey: string): string {
  const key = ssh2.utils.parseKey(hostKey);
  if (key instanceof Error) throw key;
  const digest = createHash('sha256').update(key.getPublicSSH()).digest('base64');
  return `SHA256:${digest.replace(/=+$/, '')}`;
}

function admit(context: AuthContext, options: SftpServerOptions): void {
  if (context.username === options.user && isAdmitted(context, options)) context.accept();
  else context.reject(methodsOf(options));
}

const methodsOf = ({ password, publicKey }: SftpServerOptions) => [
  ...(password === undefined ? [] : ['password' as const]),
  ...(publicKey === undefined ? [] : ['publickey' as const]),
];

function isAdmitted(context: AuthContext, { password, publicKey }: SftpServerOptions): boolean {
  if (context.method === 'password') return password !== undefined && context.password === password;
  if (context.method !== 'publickey' || publicKey === undefined) return false;
  const known = ssh2.utils.parseKey(publicKey);
  if (known instanceof Error || !known.getPublicSSH().equals(context.key.data)) return false;
  // Without a signature, the client asks whether the key is known.
  if (!context.signature || !context.blob) return true;
  return known.verify(context.blob, context.signature, context.hashAlgo) === true;
}
