/** What the filters of the page find. They are kept in the address. */

const NAMES = ['text', 'method', 'path', 'status'];

/** @param search of the address, such as ?method=POST&status=4xx. */
export function filterIn(search) {
  const given = new URLSearchParams(search);
  const filter = Object.fromEntries(NAMES.map((name) => [name, given.get(name) ?? '']));
  return { ...filter, method: filter.method.toUpperCase() };
}

/** @returns the search of the address with this filter, empty if nothing is filtered. */
export function searchOf(filter) {
  const given = NAMES.filter((name) => filter[name].trim() !== '').map((name) => [name, filter[name].trim()]);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

const comparable = (text) => text.trim().toLowerCase();

/** @returns a function that finds events and work, and requests, which have more filters. */
export function matching({ text, method, path, status }) {
  const [wantedText, wantedMethod, wantedPath, wantedStatus] = [text, method, path, status].map(comparable);
  const statuses = wantedStatus.split(/[\s,]+/).filter((each) => each !== '');
  const hasText = (item) => wantedText === '' || JSON.stringify(item).toLowerCase().includes(wantedText);
  return {
    trail: hasText,
    request: (item) =>
      hasText(item) &&
      (wantedMethod === '' || item.method.toLowerCase() === wantedMethod) &&
      item.path.toLowerCase().includes(wantedPath) &&
      (statuses.length === 0 || statuses.some((each) => hasStatus(item, each))),
  };
}

/** @param wanted a status such as 404, its beginning, or a class such as 4xx. */
const hasStatus = ({ status }, wanted) => String(status ?? 'cut off').startsWith(wanted.replace(/x+$/, ''));
