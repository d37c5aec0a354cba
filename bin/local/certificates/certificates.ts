/** A local certificate authority and its server certificate, for webhook receivers on this machine. */
import { X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** In PEM: the authority's certificate, and the certificate and key of a server on this machine. */
export interface LocalCertificates {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

const DAY = 24 * 3600 * 1000;
const VALID_DAYS = 730;
/** Renewed when fewer days are left. */
const RENEW_DAYS = 30;

/** Creates certificates that are missing or about to expire. Concurrent processes get the same ones. */
export async function localCertificates(dataDirectory: string): Promise<LocalCertificates> {
  const directory = join(dataDirectory, 'certificates');
  const existing = read(directory);
  if (existing && isFresh(existing)) return existing;
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const drafts = mkdtempSync(join(dataDirectory, 'certificates-'));
  const made = await makeCertificates(new Date());
  for (const [name, file] of Object.entries(files)) {
    writeFileSync(join(drafts, file), made[name as keyof LocalCertificates], { mode: 0o600 });
  }
  if (existing) rmSync(directory, { recursive: true, force: true });
  try {
    renameSync(drafts, directory);
    return made;
  } catch (error) {
    rmSync(drafts, { recursive: true });
    const theirs = read(directory);
    if (!theirs) throw error;
    return theirs;
  }
}

const files = { ca: 'authority.pem', cert: 'localhost.pem', key: 'localhost-key.pem' } as const;

function read(directory: string): LocalCertificates | undefined {
  const text = (file: string) => readFileSync(join(directory, file), 'utf8');
  try {
    return { ca: text(files.ca), cert: text(files.cert), key: text(files.key) };
  } catch {
    return undefined;
  }
}

/** The authority's key is not stored, so that nobody can sign another certificate with it. */
async function makeCertificates(now: Date): Promise<LocalCertificates> {
  // Imported only if needed, because loading the library takes longer than the rest.
  const { issueCertificate } = await import('./issue-certificate.ts');
  // A day back, because the clock of a container may be slow.
  const from = new Date(now.getTime() - DAY);
  const until = new Date(now.getTime() + VALID_DAYS * DAY);
  const authority = await issueCertificate({ name: 'Music distribution, local stage', from, until });
  const hosts = ['localhost', '127.0.0.1', '::1'];
  const server = await issueCertificate({ name: 'localhost', hosts, from, until }, authority);
  return { ca: authority.certificate, cert: server.certificate, key: server.key };
}

function isFresh({ cert }: LocalCertificates): boolean {
  return new X509Certificate(cert).validToDate.getTime() > Date.now() + RENEW_DAYS * DAY;
}
