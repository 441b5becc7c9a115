import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { NativeShell } from '../support/phone/native-shell.ts';

/** A message from the Python shell. */
type Said =
  | { ready: true }
  | { call: string }
  | { tab: number; chooser: boolean }
  | { id: number; value: unknown }
  | { id: number; error: string };

interface Asked {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

let starts = 0;

/** Runs `shell.py` on a virtual display and exchanges messages with it. */
export class WebKitProcess {
  /** The open file choosers. `chooser` is true if the chooser accepts several files. */
  readonly choosers: { tab: number; chooser: boolean }[] = [];
  readonly #process: ChildProcess;
  readonly #profile: string | null;
  readonly #asked = new Map<number, Asked>();
  #lastId = 0;
  #hasEnded = false;
  #lastTab = 0;

  private constructor(process: ChildProcess, profile: string | null) {
    this.#process = process;
    this.#profile = profile;
  }

  /** `native` handles the pages' calls; null starts a plain browser. */
  static async start(native: NativeShell | null, isPersistent: boolean): Promise<WebKitProcess> {
    const profile = isPersistent ? await mkdtemp(join(tmpdir(), 'tyy-webkit-')) : null;
    const options = [...(native ? [] : ['--browser']), ...(profile ? ['--profile', profile] : [])];
    // Derive the display from the process id, because processes that search for a free one may find the same.
    const display = String(100 + ((globalThis.process.pid * 7 + ++starts) % 9000));
    const child = spawn(
      'xvfb-run',
      ['-a', '-n', display, '/usr/bin/python3', 'tests/webkit/shell.py', ...options],
      {
        // Use a separate process group, so that `stop` can also end the display and WebKit's processes.
        detached: true,
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    const started = new WebKitProcess(child, profile);
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', code => reject(new Error(`The WebKit shell ended with ${code}`)));
      createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', line => {
        const said: Said = JSON.parse(line);
        if ('ready' in said) resolve();
        else if ('call' in said) void native?.handle(said.call).then(reply => started.#receive(reply));
        else if ('chooser' in said) started.choosers.push(said);
        else started.#settle(said);
      });
    });
    return started;
  }

  /** Sends a message without a reply; does nothing if the process has ended. */
  tell(message: object): void {
    if (this.#hasEnded) return;
    this.#process.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  /** Runs a script in a tab as the body of an async function; returns its result. */
  run<T>(tab: number, script: string): Promise<T> {
    const id = ++this.#lastId;
    return new Promise<T>((resolve, reject) => {
      if (this.#hasEnded) return reject(new Error('The browser has ended.'));
      this.#asked.set(id, { resolve: value => resolve(value as T), reject });
      this.tell({ tab, id, run: script });
    });
  }

  newTab(): number {
    this.tell({ new: ++this.#lastTab });
    return this.#lastTab;
  }

  /** Ends the process and its children, and removes its profile. */
  async stop(): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    for (const { reject } of this.#asked.values()) reject(new Error('The browser has ended.'));
    const { pid, exitCode, signalCode } = this.#process;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const ended = new Promise(resolve => this.#process.once('exit', resolve));
    globalThis.process.kill(-pid, 'SIGTERM');
    await ended;
    if (this.#profile) await rm(this.#profile, { recursive: true, force: true });
  }

  #receive(reply: string | null): void {
    if (reply !== null) this.tell({ receive: reply });
  }

  #settle(said: { id: number; value: unknown } | { id: number; error: string }): void {
    const asked = this.#asked.get(said.id);
    this.#asked.delete(said.id);
    if ('error' in said) asked?.reject(new Error(said.error));
    else asked?.resolve(said.value);
  }
}
