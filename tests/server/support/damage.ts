import { mkdir, rm, stat, truncate } from 'node:fs/promises';

/** Ways in which a disk may damage a file. */
export const damages: [name: string, damage: (file: string) => Promise<void>][] = [
  ['truncated', async file => truncate(file, Math.floor((await stat(file)).size / 2))],
  ['emptied', file => truncate(file, 0)],
  [
    'made unreadable',
    async file => {
      await rm(file);
      await mkdir(file);
    },
  ],
];
