import type { PhotoReason } from '../../../server/contract/photo-reasons.ts';
import type { Generator } from '../../../server/generator/generator.ts';
import { plain } from './a-photo.ts';

/** A generator that returns at once. Tests can change its behaviour. */
export interface QuickGenerator extends Generator {
  problems: PhotoReason[];
  calls: { inspect: number; generate: number };
  seeds: number[];
  /** The photos of each call as texts. */
  photos: string[][];
  /** If set, runs before each pic, and each pic is delivered when it is finished. If null, all come at the end. */
  beforePic: ((number: number, signal: AbortSignal) => Promise<void>) | null;
  /** Runs before the pics are returned. A test may wait, throw or count in it. */
  beforeReturn: (signal: AbortSignal) => Promise<void>;
}

/** In pixels. Wider than pictures in lists, but small enough to resize and label quickly. */
export const quickSize = { width: 384, height: 512 };

/** Builds a generator that accepts every photo and makes plain pictures. */
export async function quickGenerator(): Promise<QuickGenerator> {
  const bytes = await plain(quickSize.width, quickSize.height).jpeg().toBuffer();

  const generator: QuickGenerator = {
    problems: [],
    calls: { inspect: 0, generate: 0 },
    seeds: [],
    photos: [],
    beforePic: null,
    beforeReturn: async () => {},
    async inspect(photos) {
      generator.calls.inspect += 1;
      return photos.map((_, index) => ({ problems: index === 0 ? generator.problems : [] }));
    },
    async generate({ count, seed, photos }, onProgress, signal, onPic) {
      generator.calls.generate += 1;
      generator.seeds.push(seed);
      generator.photos.push(photos.map(photo => Buffer.from(photo).toString('latin1')));
      onProgress(50);
      const pics = Array.from({ length: count }, () => ({
        bytes,
        type: 'image/jpeg' as const,
        ...quickSize,
      }));
      for (const [index, pic] of pics.entries()) {
        if (!generator.beforePic) break;
        await generator.beforePic(index + 1, signal);
        onPic?.(pic);
      }
      await generator.beforeReturn(signal);
      return pics;
    },
    async close() {},
  };
  return generator;
}
