import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import type { Frame } from '../contract/client-reports.ts';

/** Turns places in built scripts into places in the source, by the maps that the build leaves beside the app and nobody is served. */
export class SourceMaps {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** `src/flows/start.ts:12` for each; a place of a script without a map, as of a release before, stays as it is. */
  async find(frames: Frame[]): Promise<string[]> {
    const maps = new Map<string, TraceMap | null>();
    for (const { file } of frames) if (!maps.has(file)) maps.set(file, await this.#read(file));
    return frames.map(({ file, line, column }) => {
      const map = maps.get(file);
      const found = map && originalPositionFor(map, { line, column: column - 1 });
      if (!found?.source) return `${file}:${line}:${column}`;
      return `${found.source.replace(/^(\.\.\/)+/, '')}:${found.line}`;
    });
  }

  // Not cached: a map is megabytes, and only one example of each error is logged per day.
  async #read(file: string): Promise<TraceMap | null> {
    const text = await readFile(join(this.#folder, `${file}.map`), 'utf8').catch(() => null);
    return text === null ? null : new TraceMap(text);
  }
}
