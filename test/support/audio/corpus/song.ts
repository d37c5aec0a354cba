/**
 * A song that only depends on its seed: chords, bass, melody and drums in sections that come again, as in
 * popular music.
 */
import { SeededRandom } from '../../catalogue/random.ts';
import { addNote, addStroke, type Note, normalized, RATE, waveOf } from './instruments.ts';

/** Semitones above the root. */
const SCALES = [
  [0, 2, 4, 5, 7, 9, 11],
  [0, 2, 3, 5, 7, 8, 10],
  [0, 2, 3, 5, 7, 9, 10],
  [0, 2, 4, 7, 9, 12, 14],
] as const;
const BEATS = 4;
const BARS_PER_SECTION = 8;

interface Section {
  readonly chords: readonly number[];
  /** Degrees of the scale; null is a rest. */
  readonly riff: readonly (number | null)[];
  readonly hasDrums: boolean;
  readonly hasMelody: boolean;
  readonly isBroken: boolean;
}

type Sound = Pick<Note, 'wave' | 'strength' | 'attack' | 'decay'>;

class Song {
  readonly #output: Float32Array;
  readonly #random: SeededRandom;
  readonly #beat: number;
  readonly #root: number;
  readonly #scale: readonly number[];
  readonly #sections: readonly Section[];
  readonly #plan: readonly number[];
  readonly #chord: Sound;
  readonly #melody: Sound;
  readonly #bass: Sound;
  readonly #drums: number;

  constructor(seed: number, seconds: number) {
    this.#output = new Float32Array(Math.floor(seconds * RATE));
    this.#random = new SeededRandom(seed);
    this.#beat = 60 / (70 + this.#next() * 90);
    // Also out of tune, by a fifth of a semitone at most.
    this.#root = this.#random.between(40, 51) + (this.#next() - 0.5) * 0.4;
    this.#scale = this.#random.pick(SCALES);
    this.#chord = this.#sound({ strength: 0.1 + this.#next() * 0.2, attack: 0.05, decay: 3 });
    this.#melody = this.#sound({ strength: 0.15 + this.#next() * 0.25, attack: 0.01, decay: 0.5 });
    this.#bass = this.#sound({ strength: 0.2 + this.#next() * 0.2, attack: 0.01, decay: 0.6 });
    this.#drums = 0.1 + this.#next() * 0.35;
    this.#sections = Array.from({ length: 3 }, () => this.#section());
    this.#plan = Array.from({ length: 40 }, () => this.#random.between(0, 2));
  }

  /** @param isSolo only the melody is played. */
  play(isSolo: boolean): Float32Array {
    const bars = this.#output.length / RATE / (BEATS * this.#beat);
    for (let bar = 0; bar < bars; bar++) {
      const section = this.#sections[this.#plan[Math.floor(bar / BARS_PER_SECTION) % 40] ?? 0];
      if (!section) continue;
      if (isSolo || section.hasMelody) this.#playMelody(section, bar);
      if (isSolo) continue;
      this.#playChord(section, bar);
      this.#playBass(section, bar);
      if (section.hasDrums) this.#playDrums(bar);
    }
    return normalized(this.#output);
  }

  #next = (): number => this.#random.next();

  #sound(sound: Omit<Sound, 'wave'>): Sound {
    const overtones = Array.from(
      { length: this.#random.between(3, 10) },
      (_, index) => this.#next() ** 1.5 / (index + 1),
    );
    return { ...sound, wave: waveOf(overtones) };
  }

  #section(): Section {
    return {
      chords: Array.from({ length: 4 }, () => this.#random.between(0, 6)),
      riff: Array.from({ length: 16 }, () =>
        this.#random.happens(0.25) ? null : this.#random.between(0, 9),
      ),
      hasDrums: this.#random.happens(0.8),
      hasMelody: this.#random.happens(0.85),
      isBroken: this.#random.happens(0.4),
    };
  }

  #startOf = (bar: number, beat: number): number => (bar * BEATS + beat) * this.#beat;

  #pitchOf(degree: number, octaves: number): number {
    const tone = this.#root + (this.#scale[degree % 7] ?? 0) + 12 * (Math.floor(degree / 7) + octaves);
    return 440 * 2 ** ((tone - 69) / 12);
  }

  #playChord({ chords, isBroken }: Section, bar: number): void {
    const chord = chords[bar % 4] ?? 0;
    const tones = isBroken ? [0, 2, 4, 7, 0, 2, 4, 7] : [0, 2, 4];
    for (const [index, tone] of tones.entries()) {
      const pitch = this.#pitchOf(chord + tone, 1);
      const at = this.#startOf(bar, isBroken ? index / 2 : 0);
      const lasts = this.#beat * (isBroken ? 0.5 : BEATS);
      const sound = isBroken ? { ...this.#chord, attack: 0.005, decay: 0.3 } : this.#chord;
      addNote(this.#output, { ...sound, at, lasts, pitch });
    }
  }

  #playBass({ chords }: Section, bar: number): void {
    for (let beat = 0; beat < BEATS; beat++) {
      const fifth = beat === BEATS - 1 && this.#random.happens(0.3) ? 4 : 0;
      const pitch = this.#pitchOf((chords[bar % 4] ?? 0) + fifth, -1);
      const at = this.#startOf(bar, beat);
      addNote(this.#output, { ...this.#bass, at, lasts: this.#beat * 0.9, pitch });
    }
  }

  #playMelody({ riff }: Section, bar: number): void {
    for (let eighth = 0; eighth < 2 * BEATS; eighth++) {
      const planned = riff[(eighth + (bar % 2) * 8) % 16] ?? null;
      if (planned === null) continue;
      const degree = this.#random.happens(0.2) ? this.#random.between(0, 11) : planned;
      const lasts = this.#beat * (this.#random.happens(0.2) ? 1 : 0.48);
      const at = this.#startOf(bar, eighth / 2);
      addNote(this.#output, { ...this.#melody, at, lasts, pitch: this.#pitchOf(degree + 7, 1) });
    }
  }

  #playDrums(bar: number): void {
    for (let eighth = 0; eighth < 2 * BEATS; eighth++) {
      const at = this.#startOf(bar, eighth / 2);
      addStroke(this.#output, this.#next, { at, drum: 'hat', strength: this.#drums * 0.4 });
      if (eighth % 4 === 0)
        addStroke(this.#output, this.#next, { at, drum: 'kick', strength: this.#drums * 1.5 });
      if (eighth % 4 === 2) addStroke(this.#output, this.#next, { at, drum: 'snare', strength: this.#drums });
    }
  }
}

export const song = (seed: number, seconds: number): Float32Array => new Song(seed, seconds).play(false);

/** A melody without accompaniment. */
export const solo = (seed: number, seconds: number): Float32Array => new Song(seed, seconds).play(true);
