/** The expected output of the walks, step by step. */

export interface Expectation {
  /** The title of the step. */
  readonly step: string;
  /** Each of these. */
  readonly prints?: readonly RegExp[];
}

/** Of README. */
const short: readonly Expectation[] = [
  { step: 'Sign in', prints: [/"email":"admin@demo.example"/] },
  { step: 'Create a release', prints: [/^(\d{12,}\n){4}album \d{12,}\n$/] },
  { step: 'Receive events', prints: [/Receiving webhooks/] },
  {
    step: 'Distribute it',
    prints: [
      /status: sent/,
      /store_delivery\.completed.*\n {2}created .*\n {2}signature {2}verified/,
      /"title":"Early Hours","last-status":"delivered"/,
    ],
  },
];

/** Of the guide. */
const long: readonly Expectation[] = [
  { step: 'Sign in', prints: [/"email":"admin@demo.example".*\n/] },
  { step: 'Create a label', prints: [/"name":"Blue Room","description":"Late jazz".*\n/] },
  { step: 'Create a release', prints: [/^\d{12,}\n$/] },
  { step: 'Add two tracks with credits', prints: [/^\d{12,}\n\d{12,}\n$/] },
  {
    step: 'Read the whole release with one request',
    prints: [/"title":"Small Hours".*"title":"Half Past Three","order":1.*"title":"Streetlights","order":2/],
  },
  { step: 'Register a webhook endpoint', prints: [/\d{12,} whsec_[0-9a-f]{64}/] },
  { step: 'Receive events', prints: [/Receiving webhooks/] },
  { step: 'Distribute it', prints: [/^\d{12,}\n\d{12,}\n/, /status: sent/] },
  {
    step: 'See the codes',
    prints: [/"isrc-code":"QZXYZ\d{7}".*"isrc-code":"QZXYZ\d{7}"/],
  },
  {
    step: 'Follow the deliveries',
    prints: [
      /"status":"sent","errors":null.*"status":"sent","errors":null/,
      /store_delivery\.completed.*(\n {2}.*){4}/,
    ],
  },
  {
    step: 'Make stores reject it',
    prints: [/status: sent/, /store_delivery\.rejected/, /store_delivery\.failed/],
  },
  { step: 'Take the album down', prints: [/status: sent/, /"last-status":"taken_down"/] },
  {
    step: 'See where a track was played',
    prints: [/"attributes":\{"date":"\d{4}-\d\d-\d\d","country":"BR","plays":\d+\}/],
  },
  {
    step: 'Request a report',
    prints: [/date,dsp_id,country,isrc,plays,revenue,currency\n\d{4}-\d\d-\d\d,1,\w\w,QZDEM26/],
  },
  {
    step: 'Check the royalties',
    prints: [/"currencies":\["EUR","USD"\],"current-balance":"\d+\.\d+"/],
  },
  {
    step: 'List the plays',
    prints: [/^name: Demo Admin\nfrom: \S+\nto: \S+\nplays: \d+\ndays:\n {2}day +plays\n {2}\S+ +\d+\n$/],
  },
  {
    step: 'Request a test event',
    prints: [
      /"status":"pending","attempts":0/,
      /signature {2}verified\n {2}received {3}for the first time\n {2}responded {2}204/,
    ],
  },
  {
    step: 'Inspect the delivery',
    prints: [/"status":"succeeded","attempts":1,"last-response-status":204/],
  },
  { step: 'Miss an event', prints: [/"status":"pending","attempts":1,"last-response-status":null/] },
  { step: 'Start the receiver again', prints: [/(webhook\.test.*(\n {2}.*){4}[\s-]*){2}/] },
];

/** Of the guide on stores. */
const store: readonly Expectation[] = [
  { step: 'Start the store', prints: [/Files for releases/] },
  { step: 'Connect it', prints: [/sign-in: Signed in as label.*\n(.*\n)*acknowledgements: Listed/] },
  { step: 'Create a release', prints: [/^(\d{12,}\n){3}track \d{12,}\n$/] },
  { step: 'Send it', prints: [/status: sent/, /"status":"sent"/, /"outcome":"completed"/] },
  { step: 'See its money', prints: [/"id":"\d{12,}"/, /acknowledgements:.*\nreports: /] },
];

/** A document with commands, and what they print. */
export interface Walk {
  readonly file: string;
  /** Of the section with the commands; undefined for the whole page. */
  readonly heading?: string;
  readonly expected: readonly Expectation[];
}

export const walks: readonly Walk[] = [
  { file: 'README.md', heading: 'From sign-in to a delivered album', expected: short },
  { file: 'docs/guides/walk.md', expected: long },
  { file: 'docs/guides/connect-a-store.md', heading: 'A store on your machine', expected: store },
];
