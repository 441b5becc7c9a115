import type { Worker } from 'node:worker_threads';
import type { PhotoReason, TryOnReason } from '../contract/photo-reasons.ts';
import type { Technique } from '../generator/catalogue/schema.ts';
import { startThread } from '../generator/threads/start-thread.ts';
import type { WorkerData } from '../generator/threads/worker-messages.ts';
import type { PicLabel } from '../labels/label-pic.ts';

/** After this idle time (ms), the thread ends, because it takes a few hundred megabytes of memory. */
const pause = 5 * 60_000;

/** After this time (ms), an unresponsive thread is ended. A try-on or a comparison of five photos takes far less. */
const longestDrawing = 30_000;

export class NoFace extends Error {}

/** `photo` is called only if the thread has not cached the person. The bytes are moved to the thread, not copied. */
export interface TryOnRequest extends Omit<TryOnTask, 'photo'> {
  photo: () => Promise<Uint8Array>;
}

export type TryOnDrawing = Pick<TryOnDrawer, 'draw' | 'findOthers' | 'inspect' | 'rest' | 'close'>;

type Work = { task: TryOnTask } | { photos: Uint8Array[]; isFront?: boolean };
type Output = NonNullable<FromTryOnWorker['output']>;

interface Waiting {
  /** The requested try-on; null for tasks that need only photos. */
  request: TryOnRequest | null;
  resolve(output: Output): void;
  reject(reason: Error): void;
}

/** Draws try-ons and compares people in a worker thread. The thread ends after a while without work. */
export class TryOnDrawer {
  readonly #workerData: WorkerData;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | null = null;
  #ending: NodeJS.Timeout | undefined;
  #lastId = 0;
  #isResting = false;

  /** `matteModel`: folder of the operator's matting network. */
  constructor(matteModel?: string) {
    this.#workerData = { matteModel };
  }

  /** Rejects with `NoFace`, with an error thrown by `photo`, or if the thread ends. */
  draw(request: TryOnRequest): Promise<DrawnTryOn> {
    return this.#ask({ task: { ...request, photo: null } }, request) as Promise<DrawnTryOn>;
  }

  /** For each later photo: true if it certainly shows another person than the first. Moves the photos to the thread. */
  findOthers(photos: Uint8Array[]): Promise<boolean[]> {
    return this.#ask({ photos }, null) as Promise<boolean[]>;
  }

  inspect(photo: Uint8Array, isFront: boolean): Promise<PhotoReason[]> {
    return this.#ask({ photos: [photo], isFront }, null) as Promise<PhotoReason[]>;
  }

  /** Ends the thread as soon as it is idle, to free its memory. The next request starts it again. */
  rest(): void {
    this.#isResting = true;
    this.#endWhenIdle();
  }

  close(): Promise<void> {
    return this.#giveUp('The drawing of try-ons is closed');
  }

  async #giveUp(reason: string): Promise<void> {
    clearTimeout(this.#ending);
    const thread = this.#thread;
    this.#end(new Error(reason));
    await thread?.terminate();
  }

  #ask(work: Work, request: TryOnRequest | null): Promise<Output> {
    clearTimeout(this.#ending);
    this.#isResting = false;
    const id = ++this.#lastId;
    const timer = setTimeout(() => void this.#giveUp('A try-on took too long'), longestDrawing).unref();
    const done = new Promise<Output>((resolve, reject) => {
      this.#waiting.set(id, { request, resolve, reject });
      this.#send(id, work);
    });
    return done.finally(() => clearTimeout(timer));
  }

  #send(id: number, work: Work): void {
    const photos = 'task' in work ? [work.task.photo] : work.photos;
    // Transfer the buffers. Copies would take twice the memory until the next garbage collection.
    const given = photos.flatMap(photo => (photo && mayBeGiven(photo) ? [photo.buffer as ArrayBuffer] : []));
    this.#running().postMessage({ id, ...work } satisfies ToTryOnWorker, [...new Set(given)]);
  }

  #running(): Worker {
    if (this.#thread) return this.#thread;
    const started = startThread('try-on-worker', this.#workerData);
    const end = (reason: Error) => {
      if (this.#thread === started) this.#end(reason);
    };
    started.on('message', (message: FromTryOnWorker) => this.#receive(message));
    started.on('error', error => end(new Error('The drawing of try-ons crashed', { cause: error })));
    started.on('exit', code => end(new Error(`The drawing of try-ons ended with code ${code}`)));
    // The thread must not keep a test or a closing process running.
    started.unref();
    this.#thread = started;
    return started;
  }

  #receive({ id, output, wantsPhoto, error = '' }: FromTryOnWorker): void {
    const call = this.#waiting.get(id);
    if (wantsPhoto) return void (call?.request && this.#bringPhoto(id, call.request, call.reject));
    this.#waiting.delete(id);
    if (output) call?.resolve(output);
    else call?.reject(/no face/.test(error) ? new NoFace(error) : new Error(error));
    this.#endWhenIdle();
  }

  async #bringPhoto(id: number, request: TryOnRequest, reject: Waiting['reject']): Promise<void> {
    try {
      const task = { ...request, photo: await request.photo() };
      if (this.#waiting.has(id)) this.#send(id, { task });
    } catch (error) {
      this.#waiting.delete(id);
      reject(error as Error);
      this.#endWhenIdle();
    }
  }

  #endWhenIdle(): void {
    if (this.#waiting.size > 0) return;
    clearTimeout(this.#ending);
    this.#ending = setTimeout(() => void this.close(), this.#isResting ? 0 : pause).unref();
  }

  #end(reason: Error): void {
    this.#thread = null;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}

/** Small buffers may belong to Node's shared pool, which must not be transferred. */
const mayBeGiven = ({ length }: Uint8Array) => length > Buffer.poolSize;

/** `photoKey` identifies the photo, and the cached person who was cut out of it. */
export interface TryOnTask {
  photoKey: string;
  /** Null at first. Sent only if the thread asks for the photo. */
  photo: Uint8Array | null;
  templateId: number;
  technique: Technique | undefined;
  label: PicLabel;
}

export interface DrawnTryOn {
  picture: Uint8Array;
  problems: TryOnReason[];
}

/** A try-on to draw, or photos. With `isFront`, finds problems; without it, photos of other people. */
export type ToTryOnWorker = { id: number } & (
  | { task: TryOnTask }
  | { photos: Uint8Array[]; isFront?: boolean }
);

/** Either the result, or an error, or `wantsPhoto`: the task must be sent again with its photo. */
export interface FromTryOnWorker {
  id: number;
  output?: DrawnTryOn | boolean[] | PhotoReason[];
  wantsPhoto?: boolean;
  error?: string;
}
