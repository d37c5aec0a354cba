/** What acknowledgements of stores mean, in the messages of all versions, and what hostile files do. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acknowledgement } from '../../../../bin/local/store/acknowledgement.ts';
import {
  readAcknowledgement,
  UnreadableAcknowledgement,
} from '../../../../shared/ern/acknowledgements/read-acknowledgement.ts';
import { checkProperty } from '../../../support/check-property.ts';

const ern = (name: string, status: string, value: string, text = '') =>
  `<x:${name} xmlns:x="http://ddex.net/xml/ern-c-sftp/18"><ReleaseStatus><ReleaseStatus>${status}</ReleaseStatus>${text}<Acknowledgement><MessageType>NewReleaseMessage</MessageType><MessageId>m1</MessageId><MessageStatus><Status>${value}</Status></MessageStatus></Acknowledgement></ReleaseStatus></x:${name}>`;

describe.each(['AcknowledgementMessage', 'ErnAcknowledgementStatusMessage'])('the message %s', (name) => {
  it.each([
    ['SuccessfullyIngestedByReleaseDistributor', 'FileOK', 'completed'],
    ['ReleaseStagedForPublication', 'FileOK', 'completed'],
    ['ReleaseMadeAvailableToConsumers', 'FileOK', 'completed'],
    ['ReleaseNotAvailable', 'FileOK', 'completed_takedown'],
    ['ProcessingErrorAtReleaseDistributor', 'FileOK', 'rejected'],
    ['RightsConflict', 'FileOK', 'rejected'],
    ['ReleaseViolatesTermsOfService', 'ResourceCorrupt', 'rejected'],
    ['ReleaseReceivedByReleaseDistributor', 'ResourceMissing', 'rejected'],
    ['ReleaseReceivedByReleaseDistributor', 'FileOK', 'unclear'],
    ['UserDefined', 'FileOK', 'unclear'],
    ['SomethingNew', 'FileOK', 'unclear'],
    ['SuccessfullyIngestedByReleaseDistributor', 'ResourceMissing', 'unclear'],
    ['ProcessingErrorAtReleaseDistributor', 'SomethingNew', 'unclear'],
  ])('is interpreted: %s and %s mean %s', (status, value, says) => {
    expect(readAcknowledgement(ern(name, status, value))).toMatchObject([
      { about: { messageId: 'm1' }, says },
    ]);
  });

  it("gives the store's words as the reason", () => {
    const text = '<ErrorText>The cover is\n blurred.</ErrorText>';
    const [{ words } = { words: '' }] = readAcknowledgement(
      ern(name, 'ProcessingErrorAtReleaseDistributor', 'ResourceNotMeetingSpecifications', text),
    );
    expect(words).toBe(
      'The cover is blurred. ProcessingErrorAtReleaseDistributor ResourceNotMeetingSpecifications',
    );
  });
});

describe('what a store asks for besides', () => {
  const asked = (elements: string) =>
    readAcknowledgement(ern('AcknowledgementMessage', 'RightsConflict', 'FileOK', elements))[0]?.asks;

  it.each([
    ['DoNotResendAffectedResource', 'The store asks not to send the affected resources again.'],
    ['DoNotResendRelease', 'The store asks not to send the release again.'],
    ['ResendXmlOnly', 'The store asks for the message again, without the files.'],
    ['ResendXmlAndResources', 'The store asks for the message and the files again.'],
    ['SomethingNew', 'The store proposes SomethingNew.'],
  ])('has a sentence for the action %s', (value, sentence) => {
    expect(asked(`<ProposedActionType>${value}</ProposedActionType>`)).toBe(sentence);
  });

  it('names resources and claimants, and says whether somebody must check', () => {
    const resource =
      '<AffectedResource><ISRC>QZABC2700001</ISRC></AffectedResource><AffectedResource><ProprietaryId Namespace="PADPIDA1">7</ProprietaryId></AffectedResource>';
    const claimant =
      '<Claimant><PartyName><FullName>Blue Room</FullName></PartyName><PartyId><DPID>PADPIDA2027</DPID></PartyId></Claimant>';
    expect(asked(`<ManualCheckRequired>true</ManualCheckRequired>${resource}${claimant}`)).toBe(
      'Somebody must check it before it is sent again. It is about ISRC QZABC2700001, ProprietaryId 7. Also claimed by Blue Room DPID PADPIDA2027.',
    );
    expect(asked('<ManualCheckRequired>0</ManualCheckRequired>')).toBe('It can be sent again as it is.');
    expect(asked('')).toBe('');
  });

  it('can have values that the store has defined', () => {
    const own =
      '<ProposedActionType Namespace="PADPIDA1" UserDefinedValue="CallUs">UserDefined</ProposedActionType>';
    expect(asked(own)).toBe('The store proposes UserDefined (CallUs).');
    const document = ern('AcknowledgementMessage', 'RightsConflict', 'UserDefined').replace(
      '<Status>',
      '<Status Namespace="PADPIDA1" UserDefinedValue="TooQuiet">',
    );
    expect(readAcknowledgement(document)[0]?.words).toBe('RightsConflict UserDefined (TooQuiet)');
  });

  it('is kept after a long reason, whose end is marked as truncated', () => {
    const long = `<ErrorText>${'No. '.repeat(5000)}</ErrorText><ProposedActionType>ResendXmlOnly</ProposedActionType>`;
    const [read] = readAcknowledgement(ern('AcknowledgementMessage', 'RightsConflict', 'FileOK', long));
    expect(read?.words).toMatch(/^No\. No\. .*\u2026 RightsConflict$/);
    expect(read?.asks).toBe('The store asks for the message again, without the files.');
  });
});

const ftp = (status: string, text = '') =>
  `<n:FtpAcknowledgementMessage xmlns:n="http://ddex.net/xml/ern-c/14" MessageVersionId="1.0"><AcknowledgedFile><ReleaseId>850004000017</ReleaseId><Date>2027-01-02</Date></AcknowledgedFile><FileStatus>${status}</FileStatus>${text}</n:FtpAcknowledgementMessage>`;

it.each([
  ['FileOK', 'received'],
  ['ResourceCorrupt', 'rejected'],
  ['Perhaps', 'unclear'],
])('an FtpAcknowledgementMessage with %s means %s', (status, says) => {
  expect(readAcknowledgement(ftp(status))).toMatchObject([
    { about: { releaseId: '850004000017', stamp: '20270102' }, says },
  ]);
});

it('acknowledgements of the local store can be read', () => {
  const now = new Date('2027-01-02T03:04:05.006Z');
  const checked = { messageId: 'm1', releaseId: '850004000017', isTakedown: false, faults: [] };
  const read = (response: 'accept' | 'reject' | 'unclear', more = {}) =>
    readAcknowledgement(
      acknowledgement({ checked: { ...checked, ...more }, response, reason: 'No.', now }),
    )[0];
  expect(read('accept')).toMatchObject({ about: { messageId: 'm1' }, says: 'completed' });
  expect(read('accept', { isTakedown: true })).toMatchObject({ says: 'completed_takedown' });
  expect(read('reject')).toMatchObject({ says: 'rejected', words: expect.stringMatching(/^No\./) });
  expect(read('accept', { faults: ['1.wav is missing.'] })).toMatchObject({ says: 'rejected' });
  expect(read('unclear')).toMatchObject({ says: 'unclear' });
});

it.each([
  ['nothing', ''],
  ['half a document', '<AcknowledgementMessage><ReleaseStatus>'],
  ['an entity bomb', '<!DOCTYPE a [<!ENTITY b "bbbb">]><AcknowledgementMessage>&b;</AcknowledgementMessage>'],
  ['another message', '<ManifestMessage/>'],
  ['too deep elements', '<a>'.repeat(5000)],
  [
    'an acknowledgement of no release',
    `<AcknowledgementMessage>${'<a/>'.repeat(50_000)}</AcknowledgementMessage>`,
  ],
])('%s is rejected with a sentence', (_, document) => {
  expect(() => readAcknowledgement(document)).toThrow(UnreadableAcknowledgement);
});

it('any text is read or rejected with a sentence', () => {
  const good = ern('AcknowledgementMessage', 'RightsConflict', 'FileOK');
  const damaged = fc
    .tuple(fc.nat(good.length), fc.nat(20), fc.string())
    .map(([at, length, text]) => good.slice(0, at) + text + good.slice(at + length));
  const isRead = fc.property(fc.oneof(damaged, fc.string()), (document) => {
    try {
      readAcknowledgement(document);
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableAcknowledgement);
    }
  });
  return checkProperty(isRead, { runs: 2000 });
});
