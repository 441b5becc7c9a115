import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp, { type Sharp } from 'sharp';
import { limits } from '../contract/limits.ts';
import { artVersion } from '../generator/art-version.ts';
import type { PictureFormat } from '../http/caller.ts';
import { freeOnDisk, leastFree } from '../http/files/free-on-disk.ts';
import { bounds, FairQueue } from '../http/limits/limiters.ts';
import type { ShownTemplate } from './catalogue.ts';

/** Widths in pixels. The height is 4/3 of the width. */
export const previewWidths = [320, 480, 768] as const;

type PreviewWidth = (typeof previewWidths)[number];

export type DrawPreview = (id: number) => Promise<Uint8Array>;

const encoders: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  // Effort 4 would save only 2 % of the bytes, but let the first callers wait 3.5 times as long (1.1 s at 480 px).
  avif: picture => picture.avif({ quality: 42, effort: 3 }),
  webp: picture => picture.webp({ quality: 66, effort: 5, smartSubsample: true }),
  jpeg: picture => picture.jpeg({ quality: 74, progressive: true, mozjpeg: true }),
};

/** The caller if this process itself requests a preview. It never disconnects. */
const ourselves = { caller: '', gone: new AbortController().signal };

interface CacheParts {
  /** Returns a text that changes when a template's picture changes without a new art version. */
  versionOf?: (id: number) => string;
  freeOn?: typeof freeOnDisk;
  onProblem?: (problem: Error) => void;
}

/** Saves a large drawing of each template to a file, and makes other sizes and formats from it on request. */
export class PreviewCache {
  readonly #folder: string;
  readonly #draw: DrawPreview;
  readonly #parts: Required<CacheParts>;
  readonly #queue = new FairQueue<Uint8Array>(bounds.templatePictures);
  readonly #making = new Map<string, Promise<Uint8Array>>();
  #isClosed = false;

  constructor(folder: string, draw: DrawPreview, parts: CacheParts = {}) {
    this.#folder = folder;
    this.#draw = draw;
    this.#parts = { versionOf: () => '', freeOn: freeOnDisk, onProblem: () => {}, ...parts };
  }

  /** Null if the caller disconnects; throws 1005 if too many callers are waiting. */
  async get(
    id: number,
    width: PreviewWidth,
    format: PictureFormat,
    { caller, gone }: { caller: string; gone: AbortSignal } = ourselves,
  ): Promise<Uint8Array | null> {
    const name = `${id}${this.#parts.versionOf(id)}`;
    const file = `${name}-${width}.${format}`;
    const make = () =>
      this.#saved(file, async () => {
        const drawing = await this.#saved(`${name}-drawing`, () => this.#draw(id));
        // Keep the XMP metadata, which state whether a model made the picture.
        return encoders[format](sharp(drawing).resize(width).keepXmp()).toBuffer();
      });
    return (await this.#read(file)) ?? this.#queue.wait({ caller, key: file, make }, gone);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#making.values());
  }

  async #read(name: string): Promise<Uint8Array | null> {
    const saved = await readFile(join(this.#folder, name)).catch(() => null);
    return saved && unsealed(saved);
  }

  /** Returns the saved file, else the result of `make`. Concurrent callers share one call of `make`. */
  async #saved(name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const saved = await this.#read(name);
    if (saved) return saved;

    const running = this.#making.get(name);
    if (running) return running;

    const making = this.#makeAndSave(name, make).finally(() => this.#making.delete(name));
    this.#making.set(name, making);
    return making;
  }

  async #makeAndSave(name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const bytes = this.#isClosed ? null : await make();
    if (!bytes || this.#isClosed) throw new Error('The previews are closed');
    await this.#save(join(this.#folder, name), bytes).catch(cause =>
      this.#parts.onProblem(new Error(`the template's picture ${name} cannot be kept`, { cause })),
    );
    return bytes;
  }

  async #save(file: string, bytes: Uint8Array): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    if ((await this.#parts.freeOn(this.#folder)) <= leastFree) throw new Error('the disk is full');
    // Write to a temporary name: readers never see half a file, and another process may be writing the same file.
    const part = `${file}.${randomUUID()}.part`;
    try {
      await writeFile(part, Buffer.concat([bytes, sealOf(bytes)]));
      await rename(part, file).catch(async () => {
        // The path may hold a folder, which a rename cannot replace. Remove it.
        await rm(file, { recursive: true, force: true });
        await rename(part, file);
      });
    } finally {
      await rm(part, { force: true });
    }
  }
}

const sealLength = 32;

function sealOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Strips the appended hash. Null if the hash shows that the file was truncated or changed. */
function unsealed(saved: Buffer): Buffer | null {
  const bytes = saved.subarray(0, -sealLength);
  return sealOf(bytes).equals(saved.subarray(-sealLength)) ? bytes : null;
}

/** Address of a preview. It contains the preview's version, so caches can keep the picture forever. */
export function previewAddress(
  origin: string,
  id: number,
  width: PreviewWidth,
  version = artVersion,
): string {
  return `${origin}/template-pics/${id}?w=${width}&v=${version}`;
}

/** Sharp enough for a third of the screen width on most phones. */
const width: PreviewWidth = 320;

/** Draws the first page's previews with pauses, so that requests are served first. */
export async function warmPreviews(
  { templates, previews }: { templates: Pick<ShownTemplate, 'id'>[]; previews: PreviewCache },
  signal: AbortSignal,
): Promise<void> {
  for (const { id } of templates.slice(0, limits.templatesAPage)) {
    if (signal.aborted) return;
    const began = performance.now();
    await previews.get(id, width, 'avif').catch(() => undefined);
    await pause(performance.now() - began, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
