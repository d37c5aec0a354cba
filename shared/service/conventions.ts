/** Behavior that all resources share and the specification leaves open, for the API reference. */
import { MAX_IGNORED, MAX_NAME } from '../kit/jsonapi/ignored-members.ts';

export const conventions = [
  {
    about: 'Lists',
    says: 'Lists are eventually consistent: a new record can be missing for some milliseconds. Reading a record by its id is consistent, and so are related lists whose size is limited.',
  },
  {
    about: 'Sorting',
    says: 'Sorting ignores case and accents. Empty values come first; equal values are sorted by age, oldest first.',
  },
  {
    about: 'Filters',
    says: 'Partial filters ignore case and compare NFC-normalized text. List filters take comma-separated values. `filter[name]` on reference data is a list of exact names.',
  },
  {
    about: 'Texts',
    says: 'Texts are single lines without control characters. Required texts need at least one visible character, so a zero-width space alone is empty; joiners inside words and emoji are allowed. Private use characters (U+E000 to U+F8FF, planes 15 and 16), noncharacters (U+FDD0 to U+FDEF, and the last two of each plane) and direction overrides (U+202D, U+202E) are invisible, and single lines must not contain them. A `bio` and every `description` may contain line breaks and tabs.',
  },
  { about: 'Sparse fieldsets', says: 'Unknown types and fields in `fields[...]` are ignored.' },
  {
    about: 'Related records',
    says: 'Linking to a record that does not exist is a 404, and to a record of another owner a 403. `source.pointer` names the relationship.',
  },
  {
    about: 'Ignored members',
    says: `A write ignores unknown attributes and relationships, except on webhook endpoints, where they are a 422. They may also be within an attribute, such as in an item of \`extended-credits\`. A 200 or 201 response lists them in its top-level \`meta.ignored\`, each as \`{ pointer, nearest }\`: \`nearest\` is the name of a member that the type has there, at an edit distance of at most 2, or null. Known members whose values a rule ignores, such as the audio of a music video, are listed as well. Read-only members are ignored and not listed. For a name of more than ${MAX_NAME} characters, the pointer is that of the object with the member. At most ${MAX_IGNORED} members are listed, and \`meta.ignored-more\` is the number of the others, if there are any.`,
  },
  {
    about: 'Updates',
    says: 'A PATCH that changes nothing leaves the version and `updated-at` as they are, and announces nothing.',
  },
  {
    about: 'Idempotency',
    says: 'Errors (4xx) are replayed like other responses. A 5xx and an error of more than 300 KB free the key. The replay of another response of more than 300 KB shows the current records, or only states that the request was completed. If a request died before writing anything, it can be repeated after 30 seconds; if it died later, repeating it shows what it created.',
  },
  {
    about: 'ETag',
    says: 'An ETag is `"<version>-<digest>"`. `If-Match` compares only the version, `If-None-Match` the whole tag.',
  },
  {
    about: 'Rate limits',
    says: 'Windows are whole minutes. `X-RateLimit-Reset` is the epoch second at which the next window starts. Requests that are not counted (401, unknown path, unsupported method) get no rate limit headers. `/auth/me`, `/auth/logout` and `/auth/logout-all` have a separate budget, so a token can be revoked when the budget for reads or writes is used up. `/auth/password` has that budget too, and counts as a sign-in when it checks a password.',
  },
  {
    about: 'Sign-in',
    says: '`/oauth/token` takes JSON, or a form as libraries for OAuth 2.0 send it: `application/x-www-form-urlencoded` with the grant `password`. In a form, `username` is another name of `email`, parameters without a value count as missing, and a repeated parameter is a 422. Errors are the same documents for both.',
  },
  {
    about: 'Sessions',
    says: 'A user has at most 100 sessions; another sign-in ends the oldest. A change of the password ends all but that of the request.',
  },
  {
    about: 'Outages',
    says: 'When the database is throttled or unavailable, the response is a 503 with `Retry-After`, at most seven seconds after the request. Whether a write took effect is then unknown: repeat it with the same `Idempotency-Key`.',
  },
  {
    about: 'Sizes',
    says: 'A list in an attribute or a relationship has at most 1,000 items, and a response at most 1,000 errors. A response of more than 6 MB, or one that would take more than 1,500 read units of the database (about 12 MB), is a 400 `response_too_large`. Ask for a smaller page, include less, or omit long texts and credits with `fields[...]`. A page of up to 20 records without `include` is limited only to 6 MB. A write is not rejected because its response is too large; the response then has no `included`. A URL of more than 8,000 bytes is a 414 `url_too_long`. A URL of more than 10,240 bytes together with the headers, bodies over 10 MB and throttled requests are rejected by API Gateway, with plain JSON that cannot be customized.',
  },
  {
    about: 'Paths',
    says: 'Every path is served with and without `/api/v1`. A path with a trailing slash is unknown (404), except in the documentation.',
  },
  { about: 'HEAD', says: 'HEAD is supported wherever GET is.' },
  { about: 'Links', says: 'In the response to a write, `links.self` is the URL of the record.' },
];
