/** Requirements of masters (specification 2.3.3). Faults are sentences for the owner of the track. */

export interface MasterFile {
  /** In bytes; undefined if the server does not report it. */
  readonly size: number | undefined;
  /** The type of the content, completing a sentence that begins with "this file is". */
  readonly content: string;
}

export interface WaveFormat {
  readonly sampleRate: number;
  readonly channels: number;
}

const GIGABYTE = 1e9;
const ATMOS_SAMPLE_RATE = 48_000;
const ATMOS_MIN_CHANNELS = 3;
/** A Dolby Atmos master must be smaller than this. */
const ATMOS_SIZE_LIMIT = 2 * GIGABYTE;
const VIDEO_MAX_SIZE = 6 * GIGABYTE;

/**
 * @param file its format is null if it is not a WAVE file, and undefined if it does not state one.
 * @returns all faults of the file.
 */
export function atmosFaults({
  format,
  ...file
}: MasterFile & { format: WaveFormat | undefined | null }): string[] {
  const faults = sizeFaults(file, {
    isRight: (size) => size < ATMOS_SIZE_LIMIT,
    needs: `a Dolby Atmos master must have fewer than ${bytes(ATMOS_SIZE_LIMIT)} (2 GB)`,
  });
  if (format === null) {
    return [
      `A Dolby Atmos master must be a WAVE file (RIFF, RF64 or BW64); this file is ${file.content}.`,
      ...faults,
    ];
  }
  if (!format) return ['The WAVE file does not state its format before its audio data.', ...faults];
  const { sampleRate, channels } = format;
  if (sampleRate !== ATMOS_SAMPLE_RATE) {
    faults.push(
      `The sample rate is ${sampleRate} Hz; a Dolby Atmos master must have ${ATMOS_SAMPLE_RATE} Hz.`,
    );
  }
  if (channels < ATMOS_MIN_CHANNELS) {
    const count = channels === 1 ? '1 channel' : `${channels} channels`;
    faults.push(`The file has ${count}; a Dolby Atmos master must have ${ATMOS_MIN_CHANNELS} or more.`);
  }
  return faults;
}

/** @param file isVideo if its content is MP4 or QuickTime. @returns all faults of the file. */
export function videoFaults({ isVideo, ...file }: MasterFile & { isVideo: boolean }): string[] {
  const faults = sizeFaults(file, {
    isRight: (size) => size <= VIDEO_MAX_SIZE,
    needs: `a video master can have up to ${bytes(VIDEO_MAX_SIZE)} (6 GB)`,
  });
  if (isVideo) return faults;
  return [
    `A video master must be an MP4 or QuickTime file that begins with an ftyp box; this file is ${file.content}.`,
    ...faults,
  ];
}

function sizeFaults(
  { size }: MasterFile,
  { isRight, needs }: { isRight: (size: number) => boolean; needs: string },
): string[] {
  if (size === undefined)
    return ['The server does not report the file size. It must send Content-Length or Content-Range.'];
  return isRight(size) ? [] : [`The file has ${bytes(size)}; ${needs}.`];
}

const bytes = (count: number): string => `${count.toLocaleString('en-US')} bytes`;
