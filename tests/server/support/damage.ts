import { mkdir, rm, stat, truncate } from 'node:fs/promises';

/** Ways in which a disk damages a file. */
export const damages: [name: string, damage: (file: string) => Promise<void>][] = [
  ['cut short', async file => truncate(file, Math.floor((await stat(file)).size / 2))],
  ['emptied', file => truncate(file, 0)],
  [
    'made unreadable',
    async file => {
      await rm(file);
      await mkdir(file);
    },
  ],
];
