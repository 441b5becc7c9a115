import sharp from 'sharp';
import type { Generator, PhotoProblem } from '../../../server/generator/generator.ts';

/** A generator that returns at once; a test changes what it does. */
export interface QuickGenerator extends Generator {
  problems: PhotoProblem[];
  calls: { inspect: number; generate: number };
  seeds: number[];
  /** The photos of each call, as texts. */
  photos: string[][];
  /** Runs before the pics are returned: waits, throws or counts. */
  beforeReturn: (signal: AbortSignal) => Promise<void>;
}

const size = { width: 768, height: 1024 };

/** Builds one that accepts every photo and makes plain pictures. */
export async function quickGenerator(): Promise<QuickGenerator> {
  const bytes = await sharp({ create: { ...size, channels: 3, background: '#c7361b' } })
    .jpeg()
    .toBuffer();

  const generator: QuickGenerator = {
    problems: [],
    calls: { inspect: 0, generate: 0 },
    seeds: [],
    photos: [],
    beforeReturn: async () => {},
    async inspect(photos) {
      generator.calls.inspect += 1;
      return photos.map((_, index) => ({ problems: index === 0 ? generator.problems : [] }));
    },
    async generate({ count, seed, photos }, onProgress, signal) {
      generator.calls.generate += 1;
      generator.seeds.push(seed);
      generator.photos.push(photos.map(photo => Buffer.from(photo).toString('latin1')));
      onProgress(50);
      await generator.beforeReturn(signal);
      return Array.from({ length: count }, () => ({ bytes, type: 'image/jpeg' as const, ...size }));
    },
    async close() {},
  };
  return generator;
}
