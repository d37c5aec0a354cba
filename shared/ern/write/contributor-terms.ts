/** Terms of ERN's allowed value sets (version 3) for artist roles, credit roles and instruments. */

/** Keys whose term is the key in Pascal case. */
const sameRoles = `recording_engineer mixing_engineer mastering_engineer immersive_mixing_engineer vocal_engineer
  balance_engineer tape_operator executive_producer co_producer associate_producer assistant_producer vocal_producer
  reissue_producer compilation_producer production_coordinator music_director conductor chorus_master programmer
  sound_designer foley_artist lead_vocalist vocal_arranger soloist choir orchestra narrator voice_actor librettist
  translator adapter art_director graphic_designer photographer video_director video_producer choreographer dancer
  composer lyricist remixer performer arranger`;

const otherRoles: Readonly<Record<string, string>> = {
  producer: 'StudioProducer',
  publisher: 'MusicPublisher',
  additional_producer: 'AdditionalStudioProducer',
  assistant_recording_engineer: 'RecordingSecondEngineer',
  assistant_mixing_engineer: 'MixingSecondEngineer',
  assistant_mastering_engineer: 'MasteringSecondEngineer',
  editing_engineer: 'DigitalEditingEngineer',
  backing_vocalist: 'BackgroundVocalist',
  concertmaster: 'ConcertMaster',
  copyist: 'MusicCopyist',
  cinematographer: 'PhotographyDirector',
  dj: 'DJ',
  field_recordist: 'SoundRecordist',
  liner_notes_author: 'WriterOfAccompanyingMaterial',
  session_contractor: 'Contractor',
};

const sameInstruments = `accordion acoustic_bass_guitar acoustic_guitar alto_flute alto_saxophone bagpipes balalaika
  bandoneon banjo baritone_guitar baritone_saxophone bass_clarinet bass_trombone bassoon berimbau bongos bouzouki bugle
  cajon cavaquinho celesta cello charango clarinet clavinet congas contrabassoon cornet cowbell cymbals didgeridoo
  djembe double_bass drum_kit drum_machine electric_guitar electric_piano electric_violin english_horn erhu euphonium
  fiddle flugelhorn flute french_horn glockenspiel guqin hammond_organ hand_claps harmonica harp harpsichord hurdy_gurdy
  kalimba kora koto lap_steel_guitar lute lyre mandolin maracas marimba mellotron melodica oboe ocarina organ oud
  pan_flute pedal_steel_guitar piano pipa recorder sarod shakuhachi shamisen sitar snare_drum soprano_saxophone
  steel_drums synthesizer tabla talking_drum tambourine tenor_saxophone timbales timpani tin_whistle triangle trombone
  trumpet tuba ukulele upright_piano vibraphone viola violin xylophone zither`;

const otherInstruments: Readonly<Record<string, string>> = {
  bass_guitar: 'ElectricBassGuitar',
  keyboards: 'Keyboard',
  percussion: 'PercussionInstrument',
  turntables: 'Turntable',
  twelve_string_guitar: '12-StringGuitar',
};

const pascalCase = (key: string) =>
  key.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const termsOf = (same: string, others: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map([...same.split(/\s+/).map((key) => [key, pascalCase(key)] as const), ...Object.entries(others)]);

/** ERN terms by key. Other roles have no term. */
export const roleTerms = termsOf(sameRoles, otherRoles);
export const instrumentTerms = termsOf(sameInstruments, otherInstruments);
