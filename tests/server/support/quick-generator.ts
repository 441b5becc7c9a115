import sharp from 'sharp';
import type { Generator, PhotoProblem } from '../../../server/generator/generator.ts';

/** A generator that answers at once; a test changes what it does. */
export interface QuickGenerator extends Generator {
  problems: PhotoProblem[];
  calls: { inspect: number; generate: number };
  seeds: number[];
  /** Runs before the pics are answered: waits, throws or counts. */
  beforeAnswer: (signal: AbortSignal) => Promise<void>;
}

const size = { width: 768, height: 1024 };

/** Builds one that accepts every photo and makes plain pictures. */
export async function quickGenerator(): Promise<QuickGenerator> {
  const bytes = await sharp({ create: { ...size, channels: 3, background: '#c7361b' } })
    .jpeg()
    .toBuffer();

  return {
    problems: [],
    calls: { inspect: 0, generate: 0 },
    seeds: [],
    beforeAnswer: async () => {},
    async inspect(photos) {
      this.calls.inspect += 1;
      return photos.map((_, index) => ({ problems: index === 0 ? this.problems : [] }));
    },
    async generate({ count, seed }, onProgress, signal) {
      this.calls.generate += 1;
      this.seeds.push(seed);
      onProgress(50);
      await this.beforeAnswer(signal);
      return Array.from({ length: count }, () => ({ bytes, type: 'image/jpeg' as const, ...size }));
    },
    async close() {},
  };
}
