/** What the steps of the README's walk print, in their order. */

export interface Expectation {
  /** The title of the step. */
  readonly step: string;
  /** The reader repeats the commands until they have printed this. */
  readonly until?: RegExp;
  /** What is printed, by the commands or by the receiver in the background, one after the other. */
  readonly prints?: readonly RegExp[];
  /** The reader then repeats the commands of an earlier step until they have printed this. */
  readonly look?: { readonly step: string; readonly until: RegExp };
}

const DELIVERIES = 'Follow the deliveries';
const EVENTS = 'Look at the delivery';

/** A list with a test event that has such a delivery. */
const testEvent = (delivery: string) =>
  new RegExp(`"type":"webhook\\.test"(?:(?!\\{"type":"webhook-events").)*${delivery}`);

export const walkExpectations: readonly Expectation[] = [
  { step: 'Sign in', prints: [/"email":"admin@demo.example"/] },
  { step: 'Create a label', prints: [/"name":"Blue Room","description":"Late jazz"/] },
  { step: 'Create a release' },
  { step: 'Add two tracks with credits' },
  {
    step: 'Read the whole release with one request',
    prints: [
      /"title":"Small Hours"[^\n]*"title":"Half Past Three","order":1[^\n]*"title":"Streetlights","order":2/,
    ],
  },
  { step: 'Register a webhook endpoint', prints: [/\d{12,} whsec_[0-9a-f]{64}/] },
  { step: 'Receive events', prints: [/Receiving webhooks/] },
  { step: 'Distribute it', prints: [/status: sent/] },
  {
    step: DELIVERIES,
    until: /"status":"sent","errors":null[^\n]*"status":"sent","errors":null/,
    prints: [/store_delivery\.completed[\s\S]*store_delivery\.completed/],
  },
  { step: 'See what else stores do', prints: [/store_delivery\.rejected/, /store_delivery\.failed/] },
  {
    step: 'Take the album down',
    look: {
      step: DELIVERIES,
      until: /"type":"takedown","status":"sent"[^\n]*"type":"takedown","status":"sent"/,
    },
  },
  {
    step: 'See where a track was played',
    until: /"attributes":\{"date":"\d{4}-\d\d-\d\d","country":"BR","plays":\d+\}/,
  },
  { step: 'Ask for a report' },
  {
    step: 'Ask for a report',
    until: /date,dsp_id,country,isrc,plays,revenue,currency\n\d{4}-\d\d-\d\d,1,\w\w,QZDEM26/,
  },
  {
    step: 'See what the reports have earned',
    prints: [/"currencies":\["EUR","USD"\],"current-balance":"\d+\.\d+"/],
  },
  { step: 'Draw the plays', prints: [/picture: usage-\d+\.svg\nfrom: \S+\nto: \S+\nplays: \d+/] },
  {
    step: 'Request a test event',
    prints: [
      /"status":"pending","attempts":0/,
      /signature {2}verified\n {2}received {3}for the first time\n {2}answered {3}204/,
    ],
  },
  { step: EVENTS, until: testEvent('"status":"succeeded","attempts":1,"last-response-status":204') },
  {
    step: 'Miss an event',
    look: { step: EVENTS, until: testEvent('"status":"pending","attempts":1,"last-response-status":null') },
  },
  {
    step: 'Start the receiver again',
    look: {
      step: EVENTS,
      until: testEvent('"status":"succeeded","attempts":[2-9],"last-response-status":204'),
    },
  },
];
