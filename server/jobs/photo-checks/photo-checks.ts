import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addToDay, countOfDay } from '../../accounts/day-counts.ts';
import { limits, limits as ofCalls } from '../../contract/limits.ts';
import type { DbAndClock } from '../../db/database.ts';
import { faultOfHeader, type PhotoFault, shortestSide } from '../../generator/photo-header.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { bounds } from '../../http/limits/limiters.ts';
import type { ObjectStore } from '../../store/object-store.ts';

/** Time limit (ms), because a call must respond within 10 s. A retry skips photos that have passed. */
const longestWait = 8_000;

const mostRemembered = 10_000;

/** `leastSide`: minimum side length in pixels. */
interface PhotoCheckParts extends DbAndClock {
  decoder: PhotoDecoder;
  store: ObjectStore;
  leastSide: number | undefined;
}

/** Checks headers, then decodes one photo at a time; users take turns. Caches results. */
export class PhotoChecks {
  readonly #parts: PhotoCheckParts;
  readonly #store: ObjectStore;
  readonly #leastSide: number;
  readonly #queue = new PhotoQueue(bounds.waitingPhotos.inAll);
  readonly #verdicts = new Map<string, PhotoFault | null>();
  readonly #ofUser = new Map<string, Promise<unknown>>();

  constructor(parts: PhotoCheckParts) {
    this.#parts = parts;
    this.#store = parts.store;
    this.#leastSide = parts.leastSide ?? shortestSide;
  }

  /**
   * Resolves if all photos are good. Throws API code 1003 if a photo does not exist, and 2218030 if a photo has a
   * `PhotoFault` (the message has the photo's number, from 1, and the reason). Throws HTTP 429 if the user's photos
   * took too much CPU time today, and 503 if the check cannot begin, takes too long or is aborted by `gone`, or if a
   * photo changes meanwhile.
   */
  async check(userId: string, keys: string[], gone?: AbortSignal): Promise<void> {
    if (await this.#areKnownGood(keys)) return;
    const late = new AbortController();
    const signal = gone ? AbortSignal.any([gone, late.signal]) : late.signal;
    const ended = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(photosWait()));
    });
    // Do not use AbortSignal.timeout: Node 20 may garbage-collect it before it fires if another signal depends on it.
    const timer = setTimeout(() => late.abort(), longestWait);
    await Promise.race([this.#checkAlone(userId, keys, signal), ended]).finally(() => clearTimeout(timer));
  }

  /** Checks for one call of a user at a time. Most calls have the same photos, so later ones find them checked. */
  async #checkAlone(userId: string, keys: string[], signal: AbortSignal): Promise<void> {
    for (let running = this.#ofUser.get(userId); running; running = this.#ofUser.get(userId)) {
      await running.catch(() => undefined);
      if (signal.aborted) return;
    }
    const checked = this.#checkAll(userId, keys, signal);
    this.#ofUser.set(userId, checked);
    await checked.finally(() => this.#ofUser.delete(userId));
  }

  async #areKnownGood(keys: string[]): Promise<boolean> {
    if (this.#verdicts.size === 0) return false;
    const heads = await Promise.all(keys.map(key => this.#store.head(key)));
    return heads.every((head, index) => head && this.#verdicts.get(`${keys[index]} ${head.etag}`) === null);
  }

  close(): Promise<void> {
    return this.#parts.decoder.close();
  }

  async #checkAll(userId: string, keys: string[], signal: AbortSignal): Promise<void> {
    const heads = await Promise.all(keys.map(key => this.#store.head(key)));
    for (const [index, head] of heads.entries()) {
      if (!head) throw notFound();
      if (head.size > limits.photoBytes) throw this.#refusal(index, 'too-large');
    }
    for (const [index, key] of keys.entries()) {
      const name = `${key} ${heads[index]!.etag}`;
      if (!this.#verdicts.has(name)) {
        await this.#requireTime(userId);
        if (!(await this.#queue.take(userId, signal, () => this.#look(userId, key)))) throw photosWait();
      }
      const fault = this.#verdicts.get(name);
      // There is no result if another photo was uploaded to the same key during the check.
      if (fault === undefined) throw photosWait();
      if (fault) throw this.#refusal(index, fault);
    }
  }

  async #requireTime(userId: string): Promise<void> {
    const { db, clock } = this.#parts;
    const spent = await countOfDay(db.query, 'photo-checks', userId, new Date(clock()));
    if (spent >= bounds.photoCheckTime.ofOne) throw new ApiError('tooManyRequests', 'error.last-photo');
  }

  /** Checks a photo and caches the result. Returns the CPU time in milliseconds. */
  async #look(userId: string, key: string): Promise<number> {
    const photo = await this.#store.get(key);
    if (!photo) throw notFound();
    const { fault, time } = await this.#inspect(photo.bytes);
    if (this.#verdicts.size >= mostRemembered) this.#verdicts.clear();
    this.#verdicts.set(`${key} ${photo.etag}`, fault);
    const { db, clock } = this.#parts;
    const today = { time: new Date(clock()), more: Math.ceil(time) };
    if (time > 0) await addToDay(db.query, 'photo-checks', userId, today);
    return time;
  }

  async #inspect(bytes: Uint8Array): Promise<{ fault: PhotoFault | null; time: number }> {
    if (bytes.length > limits.photoBytes) return { fault: 'too-large', time: 0 };
    const fault = await faultOfHeader(bytes, this.#leastSide);
    if (fault) return { fault, time: 0 };
    const { result, time } = await this.#parts.decoder.decode(bytes);
    return { fault: faultOf[result], time };
  }

  #refusal(index: number, fault: PhotoFault): ApiError {
    const least = this.#leastSide;
    const hasOwnLeast = fault === 'too-small' && least !== shortestSide;
    const sentence = hasOwnLeast ? 'photo.below-least' : (`photo.${fault}` as const);
    return new ApiError('photosRefused', sentence, { number: index + 1, least });
  }
}

const faultOf = { whole: null, damaged: 'unreadable', 'too-costly': 'too-many-pixels' } as const;

function photosWait(): ApiError {
  return new ApiError('overloaded', 'error.photos-waiting');
}

/** `begin` runs the check and returns its time in milliseconds. */
interface Waiting {
  userId: string;
  begin(): Promise<number>;
}

const day = 24 * 60 * 60_000;

/** Serves the user whose checks took the least time that day: costly photos delay others by only one photo. */
export class PhotoQueue {
  readonly #most: number;
  readonly #waiting = new Set<Waiting>();
  #spent = new Map<string, number>();
  #since = performance.now();
  #isRunning = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** Waits for the user's turn and runs `act`. False if too many wait or `signal` is aborted before the turn. */
  async take(userId: string, signal: AbortSignal, act: () => Promise<number>): Promise<boolean> {
    if (signal.aborted || this.#waiting.size >= this.#most) return false;
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (this.#waiting.delete(waiting)) resolve(false);
      };
      const begin = async () => {
        signal.removeEventListener('abort', leave);
        const acted = act();
        acted.then(() => resolve(true), reject);
        return acted.catch(() => 0);
      };
      const waiting = { userId, begin };
      this.#waiting.add(waiting);
      signal.addEventListener('abort', leave);
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.size > 0) {
      const next = [...this.#waiting].reduce((least, other) =>
        this.#spentBy(other) < this.#spentBy(least) ? other : least,
      );
      this.#waiting.delete(next);
      const time = await next.begin();
      this.#spent.set(next.userId, this.#spentBy(next) + time);
    }
    this.#isRunning = false;
    if (performance.now() - this.#since < day) return;
    this.#spent = new Map();
    this.#since = performance.now();
  }

  #spentBy({ userId }: Waiting): number {
    return this.#spent.get(userId) ?? 0;
  }
}

/** `too-costly`: decoding exceeded the time or memory limit. `time`: CPU time in milliseconds. */
interface Decoded {
  result: 'whole' | 'damaged' | 'too-costly';
  time: number;
}

/** Maximum memory of the decoding process in bytes. The process itself takes about 80 MB; the rest is for the photo. */
const memoryLimit = 700 * 1024 * 1024;

/** Maximum CPU time per photo in milliseconds. A PNG of 48 megapixels takes about 2,000. */
const processorLimit = 5_000;

/** Milliseconds after which a decoding process that hangs is killed. */
const timeLimit = 30_000;

/** After this long (ms) without photos, end the process to free its memory. Starting it again takes 0.3 s. */
const idleLimit = 30_000;

/** Decodes in a process that can be killed: a decoder may take any time or memory, and Node's file threads. */
export class PhotoDecoder {
  readonly #idleLimit: number;
  #process: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(idleFor = idleLimit) {
    this.#idleLimit = idleFor;
  }

  /** Decodes a photo of at most `limits.photoBytes`; waits for earlier photos. */
  decode(bytes: Uint8Array): Promise<Decoded> {
    const decoded = this.#last.then(() => this.#decodeNow(bytes));
    this.#last = decoded.catch(() => undefined);
    return decoded;
  }

  /** Kills the child process. A photo that it was decoding counts as too costly. */
  async close(): Promise<void> {
    const running = this.#process;
    if (!running) return;
    const ended = new Promise(resolve => running.once('exit', resolve));
    running.kill('SIGKILL');
    await ended;
  }

  #decodeNow(bytes: Uint8Array): Promise<Decoded> {
    clearTimeout(this.#idle);
    return new Promise((resolve, reject) => {
      const running = this.#running();
      const timer = setTimeout(() => running.kill('SIGKILL'), timeLimit);
      const onMessage = (decoded: unknown) => settle(decoded as Decoded);
      const onExit = () => settle({ result: 'too-costly', time: processorLimit });
      const settle = (decoded: Decoded) => {
        clearTimeout(timer);
        running.off('message', onMessage).off('exit', onExit);
        setKeepsAlive(running, 'unref');
        this.#idle = setTimeout(() => this.#leave(running), this.#idleLimit).unref();
        resolve(decoded);
      };
      running.on('message', onMessage).on('exit', onExit);
      setKeepsAlive(running, 'ref');
      // Send the bytes through stdin: a message would copy them five times.
      running.send(bytes.length, error => {
        if (error && running.exitCode === null) reject(error);
      });
      running.stdin!.write(bytes);
    });
  }

  /** Kills an idle process. If a photo arrives before it has exited, another process starts. */
  #leave(running: ChildProcess): void {
    if (this.#process === running) this.#process = null;
    running.kill('SIGKILL');
  }

  #running(): ChildProcess {
    if (this.#process) return this.#process;
    const started = startProcess();
    this.#process = started;
    // If the process exits before it has read the whole photo, the exit handlers take care of that.
    started.stdin!.on('error', () => {});
    started.once('exit', () => {
      if (this.#process === started) this.#process = null;
    });
    return started;
  }
}

/** `ref` keeps this process alive while the child decodes; `unref` lets it exit when no photo is being decoded. */
function setKeepsAlive(running: ChildProcess, call: 'ref' | 'unref'): void {
  for (const handle of [running, running.channel, running.stdin as Socket | null]) handle?.[call]();
}

function startProcess(): ChildProcess {
  const here = dirname(fileURLToPath(import.meta.url));
  const names = ['decode-process.mjs', 'decode-process.js', '../decode-process.js'];
  const file = names.map(name => join(here, name)).find(existsSync);
  if (!file) throw new Error(`The photo decoder is missing: no decode-process.js near ${here}`);

  const limits = JSON.stringify({ photo: ofCalls.photoBytes, memory: memoryLimit, time: processorLimit });
  return fork(file, [limits], {
    execArgv: [],
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  });
}
