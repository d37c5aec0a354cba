/** Why reviewers usually reject a request. They can change these sentences before they send them. */
export const rejectionReasons: string[] = [
  'The artwork shows text or a logo that is not part of the release.',
  'The artwork is blurred, not square, or smaller than 3000 by 3000 pixels.',
  'The audio of a track is damaged, silent, or not the song that its title names.',
  'A track is a recording of another owner. Send proof that you may distribute it.',
  'The artists are not named as their roles require.',
  'The titles do not follow the style guide of the stores.',
];
