/** Parses forms (application/x-www-form-urlencoded, WHATWG URL 5.1), the bodies that OAuth 2.0 defines. */
import { problem } from '../values/problems.ts';

/** The values of each parameter, in the order they were sent. A parsed JSON body is never a Map. */
type Form = ReadonlyMap<string, readonly string[]>;

export const isForm = (body: unknown): body is Form => body instanceof Map;

/**
 * @returns the parameters. Those without a value count as omitted (RFC 6749, 3.2).
 * @throws malformed_form. URLSearchParams would replace what it cannot decode, and so change passwords.
 */
export function parseForm(text: string): Form {
  const form = new Map<string, string[]>();
  for (const parameter of text.split('&')) {
    const [, name = '', encoded = ''] = /^([^=]*)=?(.*)$/s.exec(parameter) ?? [];
    const [key, value] = [decoded(name), decoded(encoded)];
    if (value === '') continue;
    const values = form.get(key);
    if (values) values.push(value);
    else form.set(key, [value]);
  }
  return form;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw problem('malformed_form', 'The body is not a percent-encoded UTF-8 form.');
  }
}
