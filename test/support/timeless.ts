/**
 * Replaces what differs from run to run, such as ids and times, so that a recorded response stays the same.
 */

const UUID = /(?<!evt_)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Ids of records are made from the time, and have 15 or 16 digits. */
const ID = /(?<![\d.])[1-9]\d{14,15}(?!\d)/g;

/** Numbers in the order in which values appear first. */
function numbering(write: (number: number, value: string) => string): (value: string) => string {
  const known = new Map<string, string>();
  return (value) => {
    const written = known.get(value) ?? write(known.size + 1, value);
    known.set(value, written);
    return written;
  };
}

const lastDigits = (number: number): string => String(number).padStart(12, '0');

/**
 * @param text JSON.
 * @returns the JSON with the same structure: equal ids stay equal to each other.
 */
export function timeless(text: string): string {
  const ids = numbering((number) => String(1000 + number));
  const uuids = numbering((number) => `00000000-0000-4000-8000-${lastDigits(number)}`);
  const numbers = numbering((number) => String(number));
  return text
    .replaceAll(/evt_[0-9a-f-]{36}/g, (event) => `evt_${uuids(event)}`)
    .replaceAll(new RegExp(`admin-\\d+-${UUID.source}`, 'g'), 'admin')
    .replaceAll(UUID, numbers)
    .replaceAll(/whsec_[0-9a-f]{64}/g, `whsec_${'0123456789abcdef'.repeat(4)}`)
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-11-21T14:36:18.605Z')
    .replaceAll(/"date":"\d{4}-\d\d-\d\d"/g, '"date":"2026-11-21"')
    .replaceAll(/-\d{8}-/g, '-20261121-')
    .replaceAll(/"upc-code":"\d{12,13}"/g, '"upc-code":"850001000314"')
    .replaceAll(ID, ids);
}
