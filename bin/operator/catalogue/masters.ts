/** The addresses of masters. Relative ones are those of files below the address of `--masters`. */

import type { Resolve } from '../../../shared/catalogue/back-catalogue/reading/read-file.ts';
import { rejection } from '../rejection.ts';

/** @param masters an https URL of a folder, or undefined. @throws Rejection */
export function resolverOf(masters: unknown): Resolve {
  const base = masters === undefined ? undefined : URL.parse(String(masters));
  if (base === null || (base && (base.protocol !== 'https:' || base.search !== '' || base.hash !== '')))
    throw rejection('invalid_value', '--masters must be an https URL without a query.');
  if (base && !base.pathname.endsWith('/')) base.pathname += '/';
  return (address) => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return { url: address.replaceAll(' ', '%20') };
    const parts = address.split(/[/\\]/);
    if (isAbove(address)) return { fault: `The address ${address} contains "..", which is not allowed.` };
    if (parts[0] === '') return { fault: `The address ${address} is neither a URL nor relative.` };
    if (!base)
      return { fault: `The address ${address} is relative. Use --masters to say where the files are.` };
    const path = parts.map((part) => encodeURIComponent(decodedUri(part))).join('/');
    return { url: new URL(path, base).href };
  };
}

/** Also in encoded form, and encoded again, as some servers decode it. */
function isAbove(address: string): boolean {
  const plain = address.replace(/%(?:25)*(2e|2f|5c)/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return plain.split(/[/\\]/).includes('..');
}

/** Addresses in messages may be encoded already. */
export function decodedUri(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
