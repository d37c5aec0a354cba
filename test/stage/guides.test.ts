/** Plays the commands of the guides in docs/guides, block by block, each guide in its own shell. */
import { beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '../support/long-run.ts';
import { stepsOf } from '../support/walk/steps.ts';
import { startWalkthrough } from '../support/walk/walkthrough.ts';
import { demoStage, type SharedStage } from './shared-stage.ts';

let stage: SharedStage;
beforeAll(async () => {
  stage = await demoStage();
});

/** The output of a block. */
type Expected = RegExp | { readonly untilItPrints: RegExp };

/** A block whose commands the reader repeats. */
const again = (untilItPrints: RegExp): Expected => ({ untilItPrints });

const signedIn = /"name":"Demo Admin"/;

/** One entry for each block of commands. */
const guides: Readonly<Record<string, readonly Expected[]>> = {
  authentication: [signedIn, /"message":"/, /"status":"401","code":"not_authenticated"/],
  'masters-and-artwork': [
    signedIn,
    /album \d+, track \d+/,
    /"asset-type":"dolby_atmos","validation-status":"(?:pending|invalid)"/,
    /"full-audiofile-url":"https:\/\/files.example\/paper-moon\/1.wav","md5":"9e107d9d372bb6826bd81d3542a419d6"/,
    /"code":"artwork_unreadable"/,
    /"full-audiofile-url":"https:\/\/files.example\/paper-moon\/1-new.wav"/,
  ],
  credits: [
    signedIn,
    /"key":"main_artist"[\s\S]*"key":"publisher"[\s\S]*"type":"track-artists"/,
    /"role":"piano","name":"Ida Holm"[\s\S]*"type":"track-credits"[\s\S]*Sam Okoro/,
  ],
  'shared-tracks': [
    signedIn,
    /"included":\[[^\n]*"title":"Collected"/,
    /"order":2[\s\S]*"title":"Opening"[\s\S]*"type":"tracks"/,
    /^\s*$/,
  ],
  'draft-to-store': [
    signedIn,
    /"title":"[^"]+","last-status":"delivered"/,
    /"live-since":\[\{"dsp":"\d+","since":"[^"]+"\}/,
    /"validation":\{"is-complete":false,"problems":\[\{"code":"album_incomplete"/,
    /"type":"distribution-requests"[^\n]*\n[^\n]*"type":"deliveries"/,
    /"included":\[[^\n]*"name":"Germany"[^\n]*"name":"Austria"|"included":\[[^\n]*"name":"Austria"[^\n]*"name":"Germany"/,
  ],
  symptoms: [signedIn, /"type":"distribution-requests"[^\n]*\n[^\n]*"meta":\{"page"/],
  'first-release': [
    signedIn,
    /label \d+, artist \d+/,
    /album \d+/,
    /no artwork.*no label.*no primary genre.*no language.*no main artist.*no DSP.*no track/,
    /"artwork":"https:\/\/files.example\/first-light.jpg"/,
    /track \d+/,
    /"album-artists"[\s\S]*"track-artists"[\s\S]*"album-dsps"[\s\S]*"album-dsps"/,
    /"request-type":"delivery","status":"preapproved"/,
    /"status":"pending"/,
    /status: sent/,
    again(
      /("status":"sent"[^\n]*){2}\n[^\n]*"title":"First Light","last-status":"delivered"[^\n]*"live-on":\["1","4"\]/,
    ),
  ],
  'errors-and-retries': [
    signedIn,
    /"detail":"name is required\."[^\n]*"detail":"description must be a string\."/,
    /"detail":"tracks cannot be sorted by name\./,
    /"name":"Paper Boats"/,
    /x-ratelimit-limit: 300\s+x-ratelimit-remaining: \d+\s+x-ratelimit-reset: \d+/,
    /"status":"412"/,
  ],
  idempotency: [signedIn, /first (\d+), again \1/, /"code":"idempotency_key_reused"/],
  paging: [
    signedIn,
    /"current-page":2,"per-page":2,[^\n]*"next":"/,
    /"title":"Last Boat Home"[\s\S]*"title":"Chuva de Maio"[\s\S]*end of the list/,
    // Other guides create tracks, too.
    /"title":"Last Boat Home","updated-at"[\s\S]*"total":\d+,/,
    /"total":(\d+),"last-page":\1\b/,
    /"title":"Chuva de Maio"[\s\S]*"title":"Saudade em Kyoto"[\s\S]*"type":"deliveries"[^\n]*"status":"sent"/,
    /"title":"Harbour Songs"/,
    /"included":\[.*"name":"Aiko Ferreira"/,
    /"included":\[.*"attributes":\{"title":"Chuva de Maio","order":1\}/,
  ],
  'sandbox-stores': [
    signedIn,
    /album \d+/,
    /dsp-id: 4\nname: Beta\nbehavior: reject/,
    /"request-type":"update",[^\n]*"status":"pending"/,
    /status: sent/,
    again(/"status":"sent","errors":null[^\n]*"report":\{"outcome":"rejected","reason":"The store rejected/),
    /"last-status":"delivered"[^\n]*"live-on":\["1","4","12"\]/,
    again(/1 +sent +completed\s+\d+ +4 +sent +rejected [^\n]*\n\s+\d+ +12 +sent +completed/),
    /behavior: fail[\s\S]*behavior: flaky/,
    /"request-type":"update",[^\n]*"status":"pending"/,
    /status: sent/,
    again(
      /"status":"sent"[^\n]*"status":"error","errors":"The store rejected the release[^\n]*"status":"sent"/,
    ),
    /behavior: confirm[\s\S]*behavior: confirm/,
  ],
  'reports-and-royalties': [
    signedIn,
    /track \d+/,
    /"country":"BR","plays":\d+[^\n]*"country":"PT","plays":\d+/,
    /report \d+ of \d{4}-\d\d-\d\d/,
    again(/"status":"completed","total-records":\d+,"download-url":"http/),
    /date,dsp_id,country,isrc,plays,revenue,currency\n\d{4}-\d\d-\d\d,1,\w\w,QZDEM26/,
    /"currencies":\["EUR","USD"\],"current-balance":"\d+\.\d+"/,
    /"period":"\d{4}-\d\d","plays":\d+,"revenue":"\d+\.\d+","currency":"EUR".*"totals":\[\{"currency":"EUR"/,
    /^period,track_id,isrc,title,country,country_name,plays,revenue,currency\s+2026-10,\d+,QZDEM26\d+,[^\n]+,AO,Angola,\d+,\d/,
    /"period":"\d{4}-\d\d","plays":\d+,"revenue":"\d+\.\d+"/,
    /"reference":"DEMO-2026-08"/,
  ],
};

const blocksOf = (guide: string) => stepsOf(`docs/guides/${guide}.md`).map(({ commands }) => commands);

/** Their stores take their time. */
const slow = ['sandbox-stores'];
const played = Object.entries(guides).filter(([guide]) => isLong || !slow.includes(guide));

describe('the commands', () => {
  it.each(Object.entries(guides))('have expected outputs in the guide %s', (guide, expected) => {
    expect(blocksOf(guide)).toHaveLength(expected.length);
  });

  it.each(played)('work in the guide %s', async (guide, expected) => {
    const { run } = await startWalkthrough(stage);
    for (const [index, block] of blocksOf(guide).entries()) {
      const wanted = expected[index] ?? /./;
      if (wanted instanceof RegExp) expect(await run(block)).toMatch(wanted);
      else await expect.poll(() => run(block), { interval: 500 }).toMatch(wanted.untilItPrints);
    }
  });
});
