/** The commands about the catalogue, in the order of the help, with the code that runs each. */
import { listed } from '../../kit/commands/listed.ts';
import { listAlbums, readFile, releaseCode, setAvailability } from '../commands.ts';

export const catalogueCommands = [
  listed(setAvailability, () => import('./set-availability.ts')),
  listed(listAlbums, () => import('./list-albums.ts')),
  listed(readFile, () => import('./read-file.ts')),
  listed(releaseCode, () => import('./release-code.ts')),
] as const;
