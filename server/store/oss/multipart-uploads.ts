import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DbAndClock } from '../../db/database.ts';
import { forEver } from '../erasures.ts';
import { isDamage, type Pieces, readPieces, type Written, writeObjectFile } from '../object-file.ts';
import { BegunUploads, noSuchUpload, type Part } from './begun-uploads.ts';
import { forgetCounts } from './counted-body.ts';
import { OssError, ownerOf, uploadLimits } from './upload-limits.ts';

/** `maxBytes`: maximum bytes per object. `onProblem` receives errors about damaged uploads. */
export interface UploadsParts extends DbAndClock {
  folder: string;
  maxBytes: number;
  onProblem: (problem: Error) => void;
}

/** `pieces` gets the maximum number of bytes. Throw in `check` to discard the part. */
interface Incoming {
  number: number;
  pieces(most: number): Pieces;
  check(written: Written): void;
}

interface Joined {
  type: string;
  etag: string;
  pieces: Pieces;
}

class DamagedPart extends Error {}

/** Files that belong to no upload are deleted after this long (ms), an hour longer than an upload can last. */
const leftFor = uploadLimits.begunFor + 60 * 60 * 1000;

/**
 * Multipart uploads. The database counts uploads and parts, so limits apply to all processes together. Each user has a
 * folder with one file per part. Files never change: a part that is uploaded again gets a new file.
 */
export class MultipartUploads {
  readonly #parts: UploadsParts;
  readonly #rows: BegunUploads;

  constructor(parts: UploadsParts) {
    this.#parts = parts;
    this.#rows = new BegunUploads(parts.db, parts.clock, parts.maxBytes);
  }

  async initiate(prefix: string, { key, type }: { key: string; type: string }): Promise<string> {
    const owner = ownerOf(prefix);
    const { id, files } = await this.#rows.begin({ owner, key, type });
    await this.#removeFiles(owner, files);
    return id;
  }

  /** Parts by ascending number. */
  list(id: string, key: string): Promise<Part[]> {
    return this.#rows.parts(id, key);
  }

  /** Stores a part, or replaces the one with the same number. Throws `TooManyBytes`. */
  async putPart(id: string, key: string, prefix: string, part: Incoming): Promise<Written> {
    const owner = ownerOf(prefix);
    const maxBytes = await this.#rows.roomFor(id, key, part.number);
    const file = randomUUID();
    await mkdir(join(this.#parts.folder, owner), { recursive: true });
    try {
      const pieces = part.pieces(maxBytes);
      const written = await writeObjectFile(this.#fileOf(owner, file), pieces, { type: 'part', maxBytes });
      part.check(written);
      const { size, etag } = written;
      const replaced = await this.#rows.addPart(id, key, { number: part.number, size, etag, file });
      if (replaced !== null) await this.#removeFiles(owner, [replaced]);
      return written;
    } catch (error) {
      await this.#removeFiles(owner, [file]);
      // The user's folder was deleted meanwhile.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw noSuchUpload();
      throw error;
    }
  }

  /**
   * Joins the named parts, passes the result to `keep`, ends the upload, and returns the ETag. Throws if a part's ETag
   * differs. If a part is damaged, removes the upload.
   */
  async complete(
    id: string,
    key: string,
    named: Pick<Part, 'number' | 'etag'>[],
    keep: (joined: Joined) => Promise<unknown>,
  ): Promise<string> {
    const { plan, parts: stored } = await this.#rows.freeze(id, key);
    try {
      const parts = named.map(({ number, etag }) => {
        const part = stored.find(other => other.number === number);
        if (part?.etag === etag) return part;
        throw new OssError(400, 'InvalidPart', 'A specified part could not be found or its ETag differs.');
      });
      const etag = etagOfParts(parts);
      await keep({ type: plan.type, etag, pieces: this.#join(plan.owner, parts) });
      await this.#end(id, plan.owner, stored);
      return etag;
    } catch (error) {
      if (!(error instanceof DamagedPart)) {
        await this.#rows.thaw(id);
        throw error;
      }
      this.#parts.onProblem(error);
      await this.#end(id, plan.owner, stored);
      throw noSuchUpload();
    }
  }

  async abort(id: string, key: string): Promise<void> {
    const { owner, files } = await this.#rows.abort(id, key);
    await this.#removeFiles(owner, files);
  }

  /** Removes the uploads of this prefix's owner. With `until`, keeps uploads that began later. */
  async removeOf(prefix: string, until?: number): Promise<void> {
    const owner = ownerOf(prefix);
    const files = await this.#rows.removeOf(owner, until === undefined ? forEver : new Date(until));
    if (until !== undefined) return this.#removeFiles(owner, files);
    const folder = join(this.#parts.folder, owner);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  }

  /** Removes expired uploads, and files left by killed processes. */
  async sweep(): Promise<void> {
    const { db, clock, folder } = this.#parts;
    await this.#rows.removeOld();
    await forgetCounts(db.query, clock());
    for (const owner of await readdir(folder).catch(() => [])) {
      for (const name of await readdir(join(folder, owner)).catch(() => [])) {
        await this.#removeOld(join(folder, owner, name), file => rm(file, { recursive: true, force: true }));
      }
      await this.#removeOld(join(folder, owner), rmdir);
    }
  }

  async #removeOld(file: string, remove: (file: string) => Promise<void>): Promise<void> {
    const found = await stat(file).catch(() => null);
    // This fails, without harm, if the folder got a new file meanwhile.
    if (found && this.#parts.clock() - found.mtimeMs > leftFor) await remove(file).catch(() => {});
  }

  async *#join(owner: string, parts: Part[]): AsyncIterable<Uint8Array> {
    for (const { file, number, etag } of parts) {
      const md5 = createHash('md5');
      try {
        for await (const piece of readPieces(this.#fileOf(owner, file))) {
          md5.update(piece);
          yield piece;
        }
      } catch (cause) {
        if (isDamage(cause)) throw new DamagedPart(`part ${number} of an upload cannot be read`, { cause });
        throw cause;
      }
      if (`"${md5.digest('hex').toUpperCase()}"` === etag) continue;
      throw new DamagedPart(`part ${number} of an upload is not what was written`);
    }
  }

  async #end(id: string, owner: string, parts: Part[]): Promise<void> {
    await this.#rows.remove(id);
    await this.#removeFiles(
      owner,
      parts.map(({ file }) => file),
    );
  }

  /** If this fails, a later sweep deletes the files. */
  async #removeFiles(owner: string, files: string[]): Promise<void> {
    for (const file of files) {
      await rm(this.#fileOf(owner, file), { recursive: true, force: true }).catch(this.#parts.onProblem);
    }
  }

  #fileOf(owner: string, file: string): string {
    return join(this.#parts.folder, owner, file);
  }
}

/** ETag as OSS computes it: MD5 of the parts' MD5s, then the number of parts. */
function etagOfParts(parts: Part[]): string {
  const digests = parts.map(({ etag }) => Buffer.from(etag.replaceAll('"', ''), 'hex'));
  const md5 = createHash('md5').update(Buffer.concat(digests)).digest('hex').toUpperCase();
  return `"${md5}-${parts.length}"`;
}
