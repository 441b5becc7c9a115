import type { NativeShell } from '../support/native-shell.ts';
import { WebKitProcess } from './webkit-process.ts';

/** A webview of real WebKit in a window that nobody sees, driven from here; in a plain browser, one of its tabs. */
export class WebKitShell {
  readonly #process: WebKitProcess;
  readonly #tab: number;

  private constructor(process: WebKitProcess, tab: number) {
    this.#process = process;
    this.#tab = tab;
  }

  /** Starts the window; `native` handles the calls of its pages. Null: it is a plain browser, private or with a profile on disk. */
  static async start(native: NativeShell | null, { isPersistent = false } = {}): Promise<WebKitShell> {
    return new WebKitShell(await WebKitProcess.start(native, isPersistent), 0);
  }

  /** Opens another tab of the same browser. */
  newTab(): WebKitShell {
    return new WebKitShell(this.#process, this.#process.newTab());
  }

  /** Opens a page. */
  open(address: string): void {
    this.#process.tell({ tab: this.#tab, open: address });
  }

  /** Runs a script in each page of each tab that is opened from now on, before its own. */
  before(script: string): void {
    this.#process.tell({ before: script });
  }

  /** Runs a script, the body of an asynchronous function, and returns what it does. */
  run<T>(script: string): Promise<T> {
    return this.#process.run(this.#tab, script);
  }

  /** Presses the host's Back. */
  back(): void {
    this.#process.tell({ tab: this.#tab, back: true });
  }

  /** Presses at a point of the page, in CSS pixels, as a finger does. */
  tap(x: number, y: number): void {
    this.#process.tell({ tab: this.#tab, tap: [x, y] });
  }

  /** Whether the oldest file chooser that is open in this tab takes several files; undefined: none is open. */
  chooser(): boolean | undefined {
    return this.#process.choosers.find(({ tab }) => tab === this.#tab)?.chooser;
  }

  /** Chooses files, by their absolute paths, at the oldest open file chooser of this tab; none: it is closed. */
  choose(files: string[]): void {
    const { choosers } = this.#process;
    const place = choosers.findIndex(({ tab }) => tab === this.#tab);
    if (place < 0) throw new Error('No file chooser is open.');
    choosers.splice(place, 1);
    this.#process.tell({ tab: this.#tab, choose: files });
  }

  /** Loads the page again, and waits until the old one has gone: until then a script would still reach that one. */
  async reload(): Promise<void> {
    await this.run('window.isOldPage = true; location.reload();').catch(() => undefined);
    while (await this.run('return window.isOldPage === true;').catch(() => true));
  }

  /** Ends the window and everything it started. */
  stop(): Promise<void> {
    return this.#process.stop();
  }
}
