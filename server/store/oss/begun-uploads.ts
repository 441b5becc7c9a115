import { randomBytes } from 'node:crypto';
import pLimit from 'p-limit';
import type { Database, Queryable } from '../../db/database.ts';
import type { Tx } from '../../db/schema.ts';
import { bounds } from '../../http/limits/bounds.ts';
import { TooManyBytes } from '../object-file.ts';
import { countUpload } from './counted-body.ts';
import { OssError, uploadLimits } from './upload-limits.ts';

export interface UploadPlan {
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

/** If joining the parts takes longer than this (ms), its process has died. It usually takes a second or two. */
const longestJoin = 2 * 60 * 1000;

/** Limits how many uploads begin concurrently, because more could exhaust the database connections. */
const beginning = pLimit(2);

export function noSuchUpload(): OssError {
  return new OssError(404, 'NoSuchUpload', 'The specified upload does not exist.');
}

/** Database rows of multipart uploads and their parts. Callers delete the files. */
export class BegunUploads {
  readonly #db: Database;
  readonly #clock: () => number;
  readonly #maxBytes: number;

  /** `maxBytes` limits the total size of an upload's parts. */
  constructor(db: Database, clock: () => number, maxBytes: number) {
    this.#db = db;
    this.#clock = clock;
    this.#maxBytes = maxBytes;
  }

  /** Begins an upload. If the owner has too many, removes the oldest ones and returns the files of their parts. */
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

  /** Reserves an upload so that only one caller completes it. Other callers do not find it until `thaw`. */
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
