/** A made report for each layout of `docs/layouts`, with the lines that it must be read as. */

export interface MadeReport {
  /** Values that operators set. */
  readonly set?: readonly string[];
  readonly lines: readonly string[];
  readonly encoding?: 'latin1' | 'utf16le';
  /** day, DSP, country, ISRC, plays, revenue and currency, or the beginning of a reason. */
  readonly read: readonly string[];
  readonly totals?: number;
  readonly skipped?: number;
}

const ISRC = 'DEAB12620001';
const stores = ['dsp_id:Spotify=1', 'dsp_id:Apple Music=3'];
const tabs = (...cells: readonly (string | number)[]) => cells.join('\t');
const commas = (...cells: readonly (string | number)[]) => cells.join();

export const madeReports: Readonly<Record<string, MadeReport>> = {
  'apple-sales': {
    set: ['dsp_id=2'],
    lines: [
      tabs('Vendor Name', 'Made Label'),
      tabs('Start Date', '10/26/2025'),
      tabs('End Date', '11/29/2025'),
      tabs(
        ...['Start Date', 'End Date', 'UPC', 'ISRC/ISBN', 'Vendor Identifier', 'Quantity', 'Partner Share'],
        ...[
          'Extended Partner Share',
          'Partner Share Currency',
          'Sales or Return',
          'Title',
          'Country Of Sale',
        ],
      ),
      tabs('10/26/2025', '11/29/2025', '1', ISRC, 'v1', 3, 0.7, '2.10', 'EUR', 'S', 'A', 'DE'),
      tabs('10/26/2025', '11/29/2025', '1', ISRC, 'v1', 1, 0.7, '0.70', 'EUR', 'R', 'A', 'DE'),
      tabs('10/26/2025', '11/29/2025', '1', ISRC, 'v1', '1,200', 0.1, '1,120.5', 'USD', 'S', 'A', 'US'),
      tabs('10/26/2025', '11/29/2025', '1', 'none', 'v1', 1, 0.7, '0.70', 'EUR', 'S', 'A', 'DE'),
      tabs('Total_Rows', 4),
      tabs('Country Of Sale', 'Partner Share Currency', 'Quantity', 'Extended Partner Share'),
      tabs('DE', 'EUR', 2, '1.40'),
    ],
    read: [
      `2025-11-29 2 DE ${ISRC} 3 2.1 EUR`,
      `2025-11-29 2 DE ${ISRC} -1 -0.7 EUR`,
      `2025-11-29 2 US ${ISRC} 1200 1120.5 USD`,
      'isrc is not an ISRC',
    ],
    totals: 3,
  },
  spotify: {
    set: ['dsp_id=1'],
    lines: [
      tabs('Start date', 'End date', 'Licensor'),
      tabs('2025-10-01', '2025-10-31', 'Made Label'),
      tabs(
        ...['Country', 'Product', 'URI', 'UPC', 'EAN', 'ISRC', 'Track name', 'Artist name', 'Composer name'],
        ...['Album name', 'Quantity', 'Label', 'Payable', 'Payable currency'],
      ),
      tabs(
        'BR',
        'premium',
        'u',
        '',
        '',
        ISRC,
        'A',
        'B',
        '',
        'C',
        1204,
        'Made Label',
        '3.6123456789012345',
        'USD',
      ),
      tabs('PT', 'free', 'u', '', '', ISRC, 'A', 'B', '', 'C', 12, 'Made Label', '1.5E-05', 'USD'),
    ],
    read: [`2025-10-31 1 BR ${ISRC} 1204 3.612345678901 USD`, `2025-10-31 1 PT ${ISRC} 12 0.000015 USD`],
  },
  youtube: {
    set: ['dsp_id=5'],
    lines: [
      commas('Adjustment Type', 'Day', 'Country', 'Asset ID', 'ISRC', 'Owned Views', 'Partner Revenue'),
      commas('None', '20251005', 'US', 'A1', ISRC, 10, '0.012'),
      commas('Spam Adjustment', '20251006', 'US', 'A1', ISRC, '', '-0.004'),
      commas('None', '20251005', 'US', 'A2', '', 4, '0.1'),
    ],
    read: [`2025-10-05 5 US ${ISRC} 10 0.012 USD`, `2025-10-06 5 US ${ISRC} 0 -0.004 USD`],
    skipped: 1,
  },
  deezer: {
    set: ['dsp_id=3', 'currency=EUR'],
    lines: [
      'start_report;end_report;country;service;isrc;artist;title;nb_of_plays;royalties',
      `01/10/2025;31/10/2025;FR;Premium;${ISRC};B;A;77;0.5`,
    ],
    read: [`2025-10-31 3 FR ${ISRC} 77 0.5 EUR`],
  },
  soundcloud: {
    set: ['dsp_id=6'],
    lines: [
      'Reporting Period,Territory,ISRC,Track Title,Total Plays,Total Revenue,Currency',
      `2025-10,DE,${ISRC},"A, B",9,0.09,EUR`,
    ],
    read: [`2025-10-31 6 DE ${ISRC} 9 0.09 EUR`],
  },
  meta: {
    set: ['dsp_id=9'],
    lines: [
      'service,product,start_date,end_date,country,elected_isrc,track_title,event_count,usd_payable',
      `IG,Reels,2025-10-01,2025-10-31,GB,${ISRC},A,100,0.01`,
    ],
    read: [`2025-10-31 9 GB ${ISRC} 100 0.01 USD`],
  },
  tiktok: {
    set: ['dsp_id=9'],
    lines: [
      'platform_name,report_start_date,report_end_date,territory,isrc,song_title,video_creations,video_views,statement_amount,statement_currency',
      `TikTok,2025-10-01,2025-10-31,ID,${ISRC},A,3,5000,0.2,USD`,
    ],
    read: [`2025-10-31 9 ID ${ISRC} 5000 0.2 USD`],
  },
  boomplay: {
    set: ['dsp_id=6'],
    lines: [
      tabs('Service', 'Start_Date', 'End_Date', 'Country_Of_Sale', 'ISRC', 'Quantity', 'Total_Payable_USD'),
      tabs('Boomplay', '20251001', '20251031', 'NG', ISRC, 40, '0.004'),
    ],
    read: [`2025-10-31 6 NG ${ISRC} 40 0.004 USD`],
  },
  vevo: {
    set: ['dsp_id=5'],
    lines: [
      'provider,start_date,end_date,territory,isrc,video_id,quantity,net_revenue,currency',
      `VEVO,2025-10-01,2025-10-31,MX,${ISRC},v,8,0.08,USD`,
    ],
    read: [`2025-10-31 5 MX ${ISRC} 8 0.08 USD`],
  },
  tunecore: {
    set: stores,
    lines: [
      commas(
        ...['Sales Period', 'Posted Date', 'Store Name', 'Country Of Sale', 'Artist', 'Song Title', 'UPC'],
        ...['TC Song ID', 'Optional ISRC', 'Sales Type', '# Units Sold', 'Total Earned', 'Currency'],
      ),
      `2025-10-01,2025-12-01,Spotify,UK,B,A,1,T1,${ISRC},Streaming,"1,200",1.00,USD`,
      `2025-10-01,2025-12-01,Unheard,UK,B,A,1,T1,${ISRC},Streaming,7,0.10,USD`,
    ],
    read: [`2025-10-01 1 GB ${ISRC} 1200 1 USD`, 'There is no DSP for the store "Unheard".'],
  },
  distrokid: {
    set: stores,
    lines: [
      tabs(
        ...['Reporting Date', 'Sale Month', 'Store', 'Artist', 'Title', 'ISRC', 'UPC', 'Quantity'],
        ...[
          'Team Percentage',
          'Song/Album',
          'Country of Sale',
          'Songwriter Royalties Withheld',
          'Earnings (USD)',
        ],
      ),
      tabs('2025-12-15', '2025-10', 'Spotify', 'B', 'A', ISRC, '1', 1500, 100, 'Song', 'NG', 0, '4.80'),
      tabs('2025-12-15', '2025-10', 'apple music', 'B', 'C', '', '1', 1, 100, 'Album', 'US', 0, '6.50'),
    ],
    read: [`2025-10-31 1 NG ${ISRC} 1500 4.8 USD`],
    skipped: 1,
  },
  'cd-baby': {
    set: stores,
    lines: [
      tabs(
        'Report Date',
        'Sales Date',
        'Artist Name',
        'Track Name',
        'Partner',
        'Country',
        'Quantity',
        'Subtotal',
        'Isrc',
        'CDBabySku',
      ),
      tabs(
        '12/15/2025 12:00:00 AM',
        '10/31/2025 12:00:00 AM',
        'B',
        'A',
        'Spotify',
        'US',
        5,
        '$0.02',
        ISRC,
        's',
      ),
    ],
    read: [`2025-10-31 1 US ${ISRC} 5 0.02 USD`],
  },
  symphonic: {
    set: stores,
    lines: [
      commas(
        ...[
          'Reporting Period',
          'Label',
          'Track Title',
          'ISRC Code',
          'Digital Service Provider',
          'Activity Period',
        ],
        ...['Territory', 'Sale or Void', 'Count', 'Royalty ($US)'],
      ),
      `DEC-25,L,A,${ISRC},Spotify,September 2025,Germany,Sale,900,3.41`,
      `DEC-25,L,A,${ISRC},Spotify,SEP-25,US,Void,3,0.02`,
    ],
    read: [`2025-09-30 1 DE ${ISRC} 900 3.41 USD`, `2025-09-30 1 US ${ISRC} -3 -0.02 USD`],
  },
  bandcamp: {
    set: ['dsp_id=7'],
    encoding: 'utf16le',
    lines: [
      'date,paid to,item type,item name,artist,currency,item price,quantity,sub total,net amount,upc,isrc,country code',
      `10/5/25 7:04pm,P,track,A,B,EUR,1.00,2,2.00,1.70,,${ISRC},DE`,
      `10/6/25 7:04pm,P,refund,A,B,EUR,1.00,1,1.00,0.85,,${ISRC},DE`,
      '10/7/25 7:04pm,P,album,C,B,EUR,7.00,1,7.00,6.00,1,,DE',
      '10/8/25 7:04pm,P,payout,,,EUR,,,,-8.00,,,',
    ],
    read: [`2025-10-05 7 DE ${ISRC} 2 1.7 EUR`, `2025-10-06 7 DE ${ISRC} -1 -0.85 EUR`],
    skipped: 2,
  },
  sonosuite: {
    set: stores,
    lines: [
      'id,start_date,end_date,country,currency,type,units,net_total,channel,isrc',
      `1,2025-10-01,2025-10-31,ES,EUR,t,4,0.01,Spotify,${ISRC}`,
      '2,2025-10-01,2025-10-31,ES,EUR,a,1,5.01,Apple Music,',
    ],
    read: [`2025-10-31 1 ES ${ISRC} 4 0.01 EUR`],
    skipped: 1,
  },
  european: {
    set: ['dsp_id:Dienst A=1'],
    encoding: 'latin1',
    lines: [
      'Datum;Dienst;Land;ISRC;Stückzahl;Betrag;Art',
      `31.10.2025;Dienst A;DE;${ISRC};1.234;1.234,56 €;Verkauf`.replace('€', '\u0080'),
      `10.2025;Dienst A;CH;${ISRC};2;CHF -0,50;Storno`,
      `10.2025;Dienst A;US;${ISRC};2;(0,50 $);Verkauf`,
      'Summe;;;;1.238;;',
    ],
    read: [
      `2025-10-31 1 DE ${ISRC} 1234 1234.56 EUR`,
      `2025-10-31 1 CH ${ISRC} -2 -0.5 CHF`,
      `2025-10-31 1 US ${ISRC} 2 -0.5 USD`,
    ],
    totals: 1,
  },
};

export const contentOf = ({ lines, encoding }: MadeReport): Buffer =>
  Buffer.from(`${encoding === 'utf16le' ? '\ufeff' : ''}${lines.join('\r\n')}\r\n`, encoding ?? 'utf8');
