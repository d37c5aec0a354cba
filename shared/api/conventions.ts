/** What holds for every resource where the specification is silent: for the reference, and for whoever asks why. */

export interface Convention {
  readonly about: string;
  readonly says: string;
}

export const conventions: readonly Convention[] = [
  {
    about: 'Lists',
    says: 'Lists come from an index that is eventually consistent: a record can be missing for some milliseconds after it was created. Reading a record by its id is always up to date, and so is what links to a record where the number of links is limited.',
  },
  {
    about: 'Sorting',
    says: 'Case and accents are ignored, empty values come first, and equal values are ordered by age.',
  },
  {
    about: 'Filters',
    says: 'Partial filters ignore case and compare composed (NFC) text. List filters split at commas. `filter[name]` on reference data is an exact list.',
  },
  {
    about: 'Texts',
    says: 'Texts are single lines without control characters, and required ones show at least one character: a zero-width space shows nothing, while joiners inside words and emoji may stand. A `bio` and every `description` may have line ends and tabs.',
  },
  { about: 'Sparse fieldsets', says: 'Types and names in `fields[...]` that nobody declared are ignored.' },
  {
    about: 'Related records',
    says: 'A related record that does not exist is a 404 that points at the relationship, one of another owner a 403.',
  },
  {
    about: 'Updates',
    says: 'A PATCH that changes nothing is a write like any other: version and `updated-at` move.',
  },
  {
    about: 'Idempotency',
    says: 'Refusals (4xx) are replayed like any other answer. A 5xx frees the key, and so does a refusal over 300 KB. Of another answer over 300 KB, a replay shows the records as they are now, or only that the request was carried out. A request that died before it wrote anything can be repeated after 30 seconds; after that, a repetition shows what was made.',
  },
  {
    about: 'ETag',
    says: 'An ETag is `"<version>-<digest>"`: `If-Match` compares the version, `If-None-Match` the whole.',
  },
  {
    about: 'Rate limits',
    says: 'Windows are whole minutes. `X-RateLimit-Reset` is the epoch second at which the budget is whole again. Answers to requests that were not counted (a 401, an unknown path, a method the path does not take) have no such headers.',
  },
  {
    about: 'Sessions',
    says: 'A user has at most 100 live sessions; signing in once more ends the oldest.',
  },
  {
    about: 'Outages',
    says: 'When the table is throttled, silent, unreachable or failing, the answer is a 503 with `Retry-After`, at most seven seconds after the request came. Whether a write was done is then unknown: send it again with its `Idempotency-Key`.',
  },
  {
    about: 'Sizes',
    says: 'A list in an attribute has at most 1,000 items, and an answer shows at most 1,000 problems. A page larger than the 6 MB that a function may return is a 400 that points at `page[size]`. Bodies over 10 MB and throttling are refused by the gateway with plain JSON, which HTTP APIs cannot shape.',
  },
  { about: 'HEAD', says: 'HEAD is served wherever GET is.' },
  { about: 'Links', says: 'An answer to a write has the address of the record as its `links.self`.' },
];
