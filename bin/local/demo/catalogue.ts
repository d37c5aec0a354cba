/** The catalogue of the demo organization, modelled on a small label. All names are fictional. */

interface DemoCredit {
  readonly role: string;
  readonly name: string;
}

export interface DemoTrack {
  readonly title: string;
  readonly isrc: string;
  readonly length: string;
  readonly featuring?: string;
  readonly composer: string;
  readonly isVideo?: true;
  readonly credits: readonly DemoCredit[];
}

export interface DemoAlbum {
  readonly title: string;
  readonly artist: string;
  readonly label: string;
  readonly format: 'single' | 'ep' | 'album';
  readonly upc: string;
  /** Counted from the first start of the stage; negative for the past. */
  readonly releasedInDays: number;
  readonly genreId: string;
  readonly languageId: string;
  readonly dspIds: readonly string[];
  /** The state of its distribution. A draft has no request. */
  readonly distribution: 'draft' | 'in review' | 'delivered';
  readonly tracks: readonly DemoTrack[];
}

export const demoArtists = [
  {
    name: 'The Night Ferries',
    bio: 'Four brothers and sisters from a harbour town.\nQuiet songs, loud drums.',
  },
  { name: 'Aiko Ferreira', bio: 'Sings in Portuguese and Japanese.' },
  { name: 'Мира Лис', bio: null },
  { name: 'Søren Okafor', bio: 'Composer and pianist.' },
] as const;

/** ISO 639-1: en, pt and ru. */
const ENGLISH = '118';
const PORTUGUESE = '410';
const RUSSIAN = '463';
const INDIE_ROCK = '2';
const BOSSA_NOVA = '7';
const AMBIENT = '20';
const ALPHA = '1';
const BETA = '4';
const DELTA = '12';

const mixedBy = (name: string): DemoCredit => ({ role: 'mixing_engineer', name });
const playing = (role: string, name: string): DemoCredit => ({ role, name });

export const demoAlbums: readonly DemoAlbum[] = [
  {
    title: 'Harbour Songs',
    artist: 'The Night Ferries',
    label: 'Quiet Harbour',
    format: 'album',
    upc: '850001000116',
    releasedInDays: 12,
    genreId: INDIE_ROCK,
    languageId: ENGLISH,
    dspIds: [ALPHA, BETA],
    // Its video has no master yet.
    distribution: 'draft',
    tracks: [
      {
        title: 'Last Boat Home',
        isrc: 'QZDEM2600001',
        length: '00:03:41',
        composer: 'Søren Okafor',
        credits: [playing('drum_kit', 'Ines Wald'), playing('cello', 'Noah Brandt'), mixedBy('Leo Marsh')],
      },
      {
        title: 'Salt on the Window',
        isrc: 'QZDEM2600002',
        length: '00:04:12',
        composer: 'Søren Okafor',
        featuring: 'Aiko Ferreira',
        credits: [playing('double_bass', 'Ada Quist'), mixedBy('Leo Marsh')],
      },
      {
        title: 'Lighthouse Keeper',
        isrc: 'QZDEM2600003',
        length: '00:02:58',
        composer: 'Søren Okafor',
        credits: [mixedBy('Leo Marsh')],
      },
      {
        title: 'Fog',
        isrc: 'QZDEM2600004',
        length: '00:05:20',
        composer: 'Søren Okafor',
        isVideo: true,
        credits: [],
      },
    ],
  },
  {
    title: 'Saudade em Kyoto',
    artist: 'Aiko Ferreira',
    label: 'Northern Lights Records',
    format: 'ep',
    upc: '850001000123',
    releasedInDays: -91,
    genreId: BOSSA_NOVA,
    languageId: PORTUGUESE,
    dspIds: [ALPHA, BETA, DELTA],
    distribution: 'delivered',
    tracks: [
      {
        title: 'Chuva de Maio',
        isrc: 'QZDEM2600005',
        length: '00:03:05',
        composer: 'Aiko Ferreira',
        credits: [playing('acoustic_guitar', 'Tiago Reis'), playing('piano', 'Søren Okafor')],
      },
      {
        title: '夏の終わり',
        isrc: 'QZDEM2600006',
        length: '00:03:33',
        composer: 'Aiko Ferreira',
        credits: [playing('violin', '林 さくら')],
      },
    ],
  },
  {
    title: 'Зимний свет',
    artist: 'Мира Лис',
    label: 'Northern Lights Records',
    format: 'single',
    upc: '850001000130',
    releasedInDays: 75,
    genreId: AMBIENT,
    languageId: RUSSIAN,
    dspIds: [ALPHA, BETA],
    distribution: 'in review',
    tracks: [
      {
        title: 'Зимний свет',
        isrc: 'QZDEM2600007',
        length: '00:06:00',
        composer: 'Мира Лис',
        credits: [mixedBy('Анна Орлова')],
      },
    ],
  },
];
