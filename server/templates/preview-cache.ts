import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The widths in which previews are drawn; the height is a third more. */
export const previewWidths = [320, 480, 768] as const;

/** One of them. */
export type PreviewWidth = (typeof previewWidths)[number];

/** Draws the preview of a template. */
export type DrawPreview = (id: number, width: PreviewWidth) => Promise<Uint8Array>;

/** Previews that are drawn once and kept as files. */
export class PreviewCache {
  readonly #folder: string;
  readonly #draw: DrawPreview;
  readonly #drawing = new Map<string, Promise<Uint8Array>>();

  constructor(folder: string, draw: DrawPreview) {
    this.#folder = folder;
    this.#draw = draw;
  }

  /** The picture as a file's bytes; several callers who ask at once wait for the same drawing. */
  async get(id: number, width: PreviewWidth): Promise<Uint8Array> {
    const name = `${id}-${width}`;
    const kept = await readFile(join(this.#folder, name)).catch(() => null);
    if (kept) return kept;

    const running = this.#drawing.get(name);
    if (running) return running;

    const drawing = this.#drawAndKeep(name, id, width).finally(() => this.#drawing.delete(name));
    this.#drawing.set(name, drawing);
    return drawing;
  }

  async #drawAndKeep(name: string, id: number, width: PreviewWidth): Promise<Uint8Array> {
    const bytes = await this.#draw(id, width);
    await mkdir(this.#folder, { recursive: true });
    // A reader must never see half a file, and another process may be drawing the same one.
    const part = join(this.#folder, `${name}.${randomUUID()}.part`);
    await writeFile(part, bytes);
    await rename(part, join(this.#folder, name));
    return bytes;
  }
}
