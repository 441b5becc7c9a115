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
  /** Limits how many maps are read per minute, because each blocks this thread for about 50 ms. */
  readonly #read = new Rate(bounds.sourceMaps, minute);

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Returns source positions such as `src/flows/app/start.ts:12`. If there is no source map, for example for an earlier
   * release, returns the position in the built script.
   */
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

  // Maps are not cached: each takes megabytes, and only one example per day of each error is logged.
  async #load(file: string): Promise<TraceMap | null> {
    if (!this.#read.take('')) return null;
    const text = await readFile(join(this.#folder, `${file}.map`), 'utf8').catch(() => null);
    return text === null ? null : new TraceMap(text);
  }
}
