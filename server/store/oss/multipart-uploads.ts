import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Database, DbAndClock, Queryable } from '../../db/database.ts';
import type { Tx } from '../../db/schema.ts';
import { bounds } from '../../http/limits/limiters.ts';
import {
  isDamage,
  type Pieces,
  readPieces,
  TooManyBytes,
  type Written,
  writeObjectFile,
} from '../disk-store.ts';
import { forEver } from '../erasures.ts';
import { countUpload, forgetCounts, OssError, ownerOf, uploadLimits } from './upload-limits.ts';

/** `maxBytes`: maximum bytes per object. `onProblem` receives errors about damaged uploads. */
interface UploadsParts extends DbAndClock {
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

/** Multipart uploads: rows in the database, for all processes, and a folder per user. A part's file never changes. */
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

  /** Joins the parts, ends the upload and returns the ETag. If a part is damaged, removes the upload and throws. */
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
    // `rmdir` fails, without harm, if the folder is not empty.
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

interface UploadPlan {
  owner: string;
  key: string;
  type: string;
}

/** An uploaded part. Numbers start at 1. */
export interface Part {
  number: number;
  size: number;
  etag: string;
  file: string;
}

/** After this time (ms), the process that joins the parts counts as dead. Joining usually takes a second or two. */
const longestJoin = 2 * 60 * 1000;

/** Limits how many uploads begin concurrently, because more could exhaust the database connections. */
const beginning = pLimit(2);

function noSuchUpload(): OssError {
  return new OssError(404, 'NoSuchUpload', 'The specified upload does not exist.');
}

/** Database rows of multipart uploads and their parts. Callers delete the files. */
class BegunUploads {
  readonly #db: Database;
  readonly #clock: () => number;
  readonly #maxBytes: number;

  constructor(db: Database, clock: () => number, maxBytes: number) {
    this.#db = db;
    this.#clock = clock;
    this.#maxBytes = maxBytes;
  }

  /** Begins an upload. Above the owner's limit, removes those unused for longest and returns their parts' files. */
  async begin(plan: UploadPlan): Promise<{ id: string; files: string[] }> {
    const id = randomBytes(16).toString('hex').toUpperCase();
    const now = this.#clock();
    const time = new Date(now);
    const transaction = this.#db.query.transaction();
    const begin = async (tx: Tx) => {
      await countUpload(tx, { owner: plan.owner, now }, { files: 1, bytes: 0 });
      const others = await tx
        .selectFrom('begun_uploads')
        .select('upload_id')
        .where('owner', '=', plan.owner)
        .where('frozen_time', 'is', null)
        .orderBy('used_time', 'desc')
        .offset(bounds.begunUploads.ofOne - 1)
        .execute();
      const files = await removeUploads(tx, others);
      await tx
        .insertInto('begun_uploads')
        .values({ upload_id: id, ...plan, create_time: time, used_time: time, frozen_time: null })
        .execute();
      return { id, files };
    };
    return beginning(() => transaction.execute(begin));
  }

  /** Parts by ascending number. Throws an OssError if the upload does not exist. */
  async parts(id: string, key: string): Promise<Part[]> {
    await this.#open(this.#db.query, id, key);
    return partsOf(this.#db.query, id);
  }

  /** Maximum bytes for this part. Throws an OssError if there are too many parts. */
  async roomFor(id: string, key: string, number: number): Promise<number> {
    return this.#roomBeside(await this.parts(id, key), number);
  }

  /** Adds a part. If it replaces one with the same number, returns the old part's file, else null. */
  async addPart(id: string, key: string, part: Part): Promise<string | null> {
    return this.#db.query.transaction().execute(async tx => {
      await this.#open(tx, id, key, 'locked');
      const parts = await partsOf(tx, id);
      if (part.size > this.#roomBeside(parts, part.number)) throw new TooManyBytes();
      const { file, size, etag } = part;
      await tx
        .insertInto('upload_parts')
        .values({ upload_id: id, ...part })
        .onConflict(conflict => conflict.columns(['upload_id', 'number']).doUpdateSet({ file, size, etag }))
        .execute();
      const used_time = new Date(this.#clock());
      await tx.updateTable('begun_uploads').set({ used_time }).where('upload_id', '=', id).execute();
      return parts.find(({ number }) => number === part.number)?.file ?? null;
    });
  }

  /** Reserves an upload for one caller, who completes it. Others do not find it until `thaw`, or for `longestJoin`. */
  async freeze(id: string, key: string): Promise<{ plan: UploadPlan; parts: Part[] }> {
    return this.#db.query.transaction().execute(async tx => {
      const plan = await this.#open(tx, id, key, 'locked');
      const frozen_time = new Date(this.#clock());
      await tx.updateTable('begun_uploads').set({ frozen_time }).where('upload_id', '=', id).execute();
      return { plan, parts: await partsOf(tx, id) };
    });
  }

  async thaw(id: string): Promise<void> {
    await this.#db.query
      .updateTable('begun_uploads')
      .set({ frozen_time: null })
      .where('upload_id', '=', id)
      .execute();
  }

  /** Removes an upload unless it is being completed. Returns its owner and its parts' files. */
  async abort(id: string, key: string): Promise<{ owner: string; files: string[] }> {
    return this.#db.query.transaction().execute(async tx => {
      const { owner } = await this.#open(tx, id, key, 'locked');
      return { owner, files: await removeUploads(tx, [{ upload_id: id }]) };
    });
  }

  async remove(id: string): Promise<void> {
    await removeUploads(this.#db.query, [{ upload_id: id }]);
  }

  /** Removes uploads that an owner began up to `until`. Returns their parts' files. */
  async removeOf(owner: string, until: Date): Promise<string[]> {
    const begun = await this.#db.query
      .selectFrom('begun_uploads')
      .select('upload_id')
      .where('owner', '=', owner)
      .where('create_time', '<=', until)
      .execute();
    return removeUploads(this.#db.query, begun);
  }

  async removeOld(): Promise<void> {
    await this.#db.query.deleteFrom('begun_uploads').where('create_time', '<', this.#oldest()).execute();
  }

  async #open(db: Queryable, id: string, key: string, how?: 'locked'): Promise<UploadPlan> {
    const thawed = new Date(this.#clock() - longestJoin);
    return db
      .selectFrom('begun_uploads')
      .select(['owner', 'key', 'type'])
      .where('upload_id', '=', id)
      .where('key', '=', key)
      .where('create_time', '>=', this.#oldest())
      .where(or => or.eb('frozen_time', 'is', null).or('frozen_time', '<', thawed))
      .$if(how === 'locked', query => query.forUpdate())
      .executeTakeFirstOrThrow(noSuchUpload);
  }

  #oldest(): Date {
    return new Date(this.#clock() - uploadLimits.begunFor);
  }

  #roomBeside(parts: Part[], number: number): number {
    const others = parts.filter(part => part.number !== number);
    if (others.length >= bounds.uploadParts.ofOne) {
      throw new OssError(400, 'InvalidArgument', `An upload may have ${bounds.uploadParts.ofOne} parts.`);
    }
    return this.#maxBytes - others.reduce((sum, { size }) => sum + size, 0);
  }
}

function partsOf(db: Queryable, id: string): Promise<Part[]> {
  return db
    .selectFrom('upload_parts')
    .select(['number', 'size', 'etag', 'file'])
    .where('upload_id', '=', id)
    .orderBy('number')
    .execute();
}

async function removeUploads(db: Queryable, uploads: { upload_id: string }[]): Promise<string[]> {
  const ids = uploads.map(({ upload_id }) => upload_id);
  if (ids.length === 0) return [];
  const parts = await db.selectFrom('upload_parts').select('file').where('upload_id', 'in', ids).execute();
  await db.deleteFrom('begun_uploads').where('upload_id', 'in', ids).execute();
  return parts.map(({ file }) => file);
}
