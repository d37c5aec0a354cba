/** Finds secrets in what a stage has written, in plain text and in base64. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Satisfies the rules for passwords, and survives URLs, JSON and base64 of the URL. */
export const newSecret = (name: string): string => `${name}-1${randomBytes(12).toString('hex')}`;

/**
 * @returns the text and its base64 at each of the three positions, without the characters that depend on
 * others.
 */
function spellings(text: string): string[] {
  const encoded = [0, 1, 2].map((before) => {
    const base64 = Buffer.from('x'.repeat(before) + text).toString('base64');
    return base64.slice(before === 0 ? 0 : 4, -4);
  });
  return [text, ...encoded];
}

export const contains = (written: Buffer | string, secret: string): boolean =>
  spellings(secret).some((spelling) => written.includes(spelling));

/** @returns the paths of the files below a folder that contain the secret. */
export const filesWith = (folder: string, secret: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => contains(readFileSync(file), secret))
    .map((file) => relative(folder, file));
