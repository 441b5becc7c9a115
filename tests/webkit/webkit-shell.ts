import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { NativeShell } from '../support/native-shell.ts';

/** What the Python shell says. */
type Said =
  | { ready: true }
  | { call: string }
  | { id: number; value: unknown }
  | { id: number; error: string };

interface Asked {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** A webview of real WebKit in a window that nobody sees, driven from here. */
export class WebKitShell {
  readonly #process: ChildProcess;
  readonly #asked = new Map<number, Asked>();
  #lastId = 0;

  private constructor(process: ChildProcess) {
    this.#process = process;
  }

  /** Starts the window; `native` handles the calls of its pages. Null: it is a plain browser. */
  static async start(native: NativeShell | null): Promise<WebKitShell> {
    const script = ['tests/webkit/shell.py', ...(native ? [] : ['browser'])];
    const process = spawn('xvfb-run', ['-a', '/usr/bin/python3', ...script], {
      // Its own group, so that the end of the test ends the display and WebKit's processes too.
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const shell = new WebKitShell(process);
    await new Promise<void>((resolve, reject) => {
      process.once('error', reject);
      process.once('exit', code => reject(new Error(`The WebKit shell ended with ${code}`)));
      createInterface({ input: process.stdout as NodeJS.ReadableStream }).on('line', line => {
        const said: Said = JSON.parse(line);
        if ('ready' in said) resolve();
        else if ('call' in said) void native?.handle(said.call).then(reply => shell.#receive(reply));
        else shell.#settle(said);
      });
    });
    return shell;
  }

  /** Opens a page. */
  open(address: string): void {
    this.#tell({ open: address });
  }

  /** Runs a script in each page that is opened from now on, before its own. */
  before(script: string): void {
    this.#tell({ before: script });
  }

  /** Runs a script, the body of an asynchronous function, and returns what it does. */
  run<T>(script: string): Promise<T> {
    const id = ++this.#lastId;
    return new Promise<T>((resolve, reject) => {
      this.#asked.set(id, { resolve: value => resolve(value as T), reject });
      this.#tell({ id, run: script });
    });
  }

  /** Loads the page again, and waits until the old one has gone: until then a script would still reach that one. */
  async reload(): Promise<void> {
    await this.run('window.isOldPage = true; location.reload();').catch(() => undefined);
    while (await this.run('return window.isOldPage === true;').catch(() => true));
  }

  /** Ends the window and everything it started. */
  async stop(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#process;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const ended = new Promise(resolve => this.#process.once('exit', resolve));
    globalThis.process.kill(-pid, 'SIGTERM');
    await ended;
  }

  #receive(reply: string | null): void {
    if (reply !== null) this.#tell({ receive: reply });
  }

  #settle(said: { id: number; value: unknown } | { id: number; error: string }): void {
    const asked = this.#asked.get(said.id);
    this.#asked.delete(said.id);
    if ('error' in said) asked?.reject(new Error(said.error));
    else asked?.resolve(said.value);
  }

  #tell(message: object): void {
    this.#process.stdin?.write(`${JSON.stringify(message)}\n`);
  }
}
