import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import pLimit from 'p-limit';
import type { Frame } from '../contract/client-events.ts';
import { bounds } from '../http/limits/bounds.ts';
import { Rate } from '../http/limits/limiters.ts';

const minute = 60_000;

/** Maps positions in built scripts to the source code. The build's source maps are never sent to clients. */
export class SourceMaps {
  readonly #folder: string;
  readonly #oneAtATime = pLimit(1);
  /** Limited, because reading a map blocks this thread for some 50 ms. */
  readonly #read = new Rate(bounds.sourceMaps, minute);

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns e.g. `src/flows/app/start.ts:12`. Without a map, e.g. of an earlier release, returns the frame as sent. */
  find(frames: Frame[]): Promise<string[]> {
    return this.#oneAtATime(() => this.#find(frames));
  }

  async #find(frames: Frame[]): Promise<string[]> {
    const maps = new Map<string, TraceMap | null>();
    for (const { file } of frames) if (!maps.has(file)) maps.set(file, await this.#load(file));
    return frames.map(({ file, line, column }) => {
      const map = maps.get(file);
      const found = map && originalPositionFor(map, { line, column: column - 1 });
      if (!found?.source) return `${file}:${line}:${column}`;
      return `${found.source.replace(/^(\.\.\/)+/, '')}:${found.line}`;
    });
  }

  // Maps are not cached: each has megabytes, and only one example of each error is logged per day.
  async #load(file: string): Promise<TraceMap | null> {
    if (!this.#read.take('')) return null;
    const text = await readFile(join(this.#folder, `${file}.map`), 'utf8').catch(() => null);
    return text === null ? null : new TraceMap(text);
  }
}
