/** The DealList: where, from when and how a DSP may use a release. */

import { LOCAL, offsetMs, type ReleaseTime, releaseMoment } from '../../catalogue/rules/release-time.ts';
import type { XmlElement } from '../xml/xml-document.ts';
import type { Parcel, ParcelRelease } from './parcel.ts';
import { releaseReference } from './releases.ts';
import { saleTerms, sells, type Terms, termsFor } from './store-terms.ts';

/** A takedown ends every deal. */
export function dealList(parcel: Parcel): XmlElement {
  const { type, dsp, release } = parcel;
  const isSoldInAdvance = type !== 'takedown' && release.preOrderDate !== null && sells(dsp.id);
  const deal = ({ models, uses }: Terms, period: XmlElement, more: XmlElement = {}): XmlElement => ({
    DealTerms: {
      TerritoryCode: release.territories.length > 0 ? release.territories : ['Worldwide'],
      ValidityPeriod: period,
      CommercialModelType: models,
      UseType: uses,
      ...more,
    },
  });
  return {
    ReleaseDeal: {
      DealReleaseReference: [0, ...release.tracks.map((_, index) => index + 1)].map(releaseReference),
      Deal: [
        ...(isSoldInAdvance ? [deal(saleTerms, preOrderPeriod(release), { IsPreOrderDeal: true })] : []),
        ...termsFor(dsp.id).map((terms) => deal(terms, validity(parcel))),
      ],
    },
  };
}

/** The deals of a message replace all earlier ones. A deal that has ended permits no use. */
function validity({ type, release, createdAt }: Parcel): XmlElement {
  if (type !== 'takedown') return { StartDateTime: start(release) };
  const { releaseDate, releaseTime } = release;
  const local = `${releaseDate}T${releaseTime ?? '00:00'}:00.000Z`;
  const moment = releaseMoment(timeOf(release));
  const released = moment === undefined ? local : new Date(moment).toISOString();
  return { StartDateTime: released < createdAt ? released : createdAt, EndDateTime: createdAt };
}

/** From midnight of its day until the release is sold. */
function preOrderPeriod(release: ParcelRelease): XmlElement {
  const { preOrderDate, releaseDate, releaseTimeZone: zone } = release;
  const begin = dateTime({ day: preOrderDate ?? releaseDate, time: MIDNIGHT, zone });
  return { StartDateTime: begin, EndDateTime: start(release) };
}

const MIDNIGHT = '00:00';

const timeOf = ({ releaseDate, releaseTime, releaseTimeZone }: ParcelRelease): ReleaseTime => ({
  day: releaseDate,
  time: releaseTime,
  zone: releaseTimeZone,
});

const start = (release: ParcelRelease): XmlElement => dateTime(timeOf(release));

/**
 * Without an offset, it is the local time of each territory, and a day is its midnight. An offset is not a zone, so a
 * text names the zone.
 */
function dateTime({ day, time, zone }: ReleaseTime): XmlElement {
  const moment = releaseMoment({ day, time, zone });
  if (time === null || zone === LOCAL || moment === undefined)
    return { '#text': `${day}T${time ?? MIDNIGHT}:00` };
  return { '@LocationDescription': zone, '#text': inZone(moment, zone) };
}

const MINUTE_MS = 60_000;

/** In UTC if the offset has seconds, as before there were zones. */
function inZone(moment: number, zone: string): string {
  const offset = offsetMs(zone, moment);
  if (offset === 0 || offset % MINUTE_MS !== 0) return `${new Date(moment).toISOString().slice(0, 19)}Z`;
  const minutes = Math.abs(offset) / MINUTE_MS;
  const hours = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${new Date(moment + offset).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${hours.join(':')}`;
}
