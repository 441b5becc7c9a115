import { vi } from 'vitest';
import type { Findings } from '../../../src/platform/coach/check-photo.ts';
import type { CoachFiles, CoachReply, CoachRequest } from '../../../src/platform/coach/coach-worker.ts';
import type { ImageReply, ImageRequest } from '../../../src/platform/pictures/image-worker.ts';

/**
 * `sees` has findings by photo name, or null if the coach does not finish in time. `shown` has the names of the
 * inspected photos, in order.
 */
export interface FakeCoach {
  sees: Record<string, Partial<Findings> | null>;
  shown: string[];
}

/** A face in the middle of a 900 × 1200 photo, looking at the camera. */
export const aFace = {
  x: 300,
  y: 400,
  width: 300,
  height: 300,
  score: 1,
  leftEye: { x: 390, y: 500 },
  rightEye: { x: 510, y: 500 },
  nose: { x: 450, y: 560 },
  leftEar: { x: 310, y: 520 },
  rightEar: { x: 590, y: 520 },
};

type Picture = ImageBitmap & { name: string };

/**
 * Gives the page fake workers for drawing and for the coach. They read a photo's name from the end of its bytes, and
 * cannot decode photos with names that start with `damaged`.
 */
export function openFakeCoach(): FakeCoach {
  const coach: FakeCoach = { sees: {}, shown: [] };

  const draw = async ({ blob, longSide, lookSide }: ImageRequest): Promise<ImageReply> => {
    const name = (await blob.text()).slice(-40).match(/[\w-]+$/)?.[0] ?? '';
    if (name.startsWith('damaged')) return null;
    const look = { name, width: 900, height: 1200, close() {} };
    // Return the real picture for the large size, because the page uploads it.
    const jpeg = longSide > 1000 ? blob : new Blob(['small']);
    return { jpeg, look: lookSide === null ? null : (look as Picture) };
  };
  const look = (data: CoachFiles | CoachRequest): CoachReply => {
    if ('weights' in data) return 'open';
    const { name } = data.picture as Picture;
    coach.shown.push(name);
    const seen = coach.sees[name];
    if (seen === null) return null;
    const fingerprint = BigInt.asUintN(64, -1n << BigInt(8 * coach.shown.length));
    return {
      problems: [],
      face: aFace,
      light: { brightness: 120, balance: 0 },
      fingerprint,
      ...seen,
    };
  };

  class FakeWorker {
    onmessage: ((event: MessageEvent) => void) | null = null;
    readonly #isCoach: boolean;

    constructor(script: URL) {
      this.#isCoach = script.href.includes('coach-worker');
    }

    async postMessage(data: never) {
      const reply = this.#isCoach ? look(data) : await draw(data);
      this.onmessage?.(new MessageEvent('message', { data: reply }));
    }

    terminate() {}
  }
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('OffscreenCanvas', class {});
  return coach;
}
