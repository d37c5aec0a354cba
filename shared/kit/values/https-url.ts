/** URLs of externally hosted files, such as artwork and audio. */

/** @returns whether the text is an absolute https URL without credentials, spaces or control characters. */
export function isHttpsUrl(text: string): boolean {
  // The parser drops or reinterprets these characters, so it would accept a URL other than the one sent.
  if (/[\s\\\p{Cc}]/u.test(text) || !/^https:\/\/[^/?#]/i.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '';
}
