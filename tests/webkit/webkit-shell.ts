import type { NativeShell } from '../support/phone/native-shell.ts';
import { WebKitProcess } from './webkit-process.ts';

/** A WebKit webview on a virtual display, or a tab in a plain browser. */
export class WebKitShell {
  readonly #process: WebKitProcess;
  readonly #tab: number;

  private constructor(process: WebKitProcess, tab: number) {
    this.#process = process;
    this.#tab = tab;
  }

  /** Starts WebKit. `native` handles the pages' calls; null starts a browser, private unless `isPersistent`. */
  static async start(native: NativeShell | null, { isPersistent = false } = {}): Promise<WebKitShell> {
    return new WebKitShell(await WebKitProcess.start(native, isPersistent), 0);
  }

  newTab(): WebKitShell {
    return new WebKitShell(this.#process, this.#process.newTab());
  }

  open(address: string): void {
    this.#process.tell({ tab: this.#tab, open: address });
  }

  /** Adds a script that runs before the page's own scripts on each page that any tab opens later. */
  before(script: string): void {
    this.#process.tell({ before: script });
  }

  /** Runs a script as the body of an async function; returns its result. */
  run<T>(script: string): Promise<T> {
    return this.#process.run(this.#tab, script);
  }

  /** Presses the Back button of the browser or app. */
  back(): void {
    this.#process.tell({ tab: this.#tab, back: true });
  }

  /** Taps at a point of the page, in CSS pixels. */
  tap(x: number, y: number): void {
    this.#process.tell({ tab: this.#tab, tap: [x, y] });
  }

  /** True if the oldest open file chooser of this tab accepts several files; undefined if no chooser is open. */
  chooser(): boolean | undefined {
    return this.#process.choosers.find(({ tab }) => tab === this.#tab)?.chooser;
  }

  /** Chooses files by absolute paths in the oldest open chooser of this tab; an empty list cancels it. */
  choose(files: string[]): void {
    const { choosers } = this.#process;
    const place = choosers.findIndex(({ tab }) => tab === this.#tab);
    if (place < 0) throw new Error('No file chooser is open.');
    choosers.splice(place, 1);
    this.#process.tell({ tab: this.#tab, choose: files });
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }
}
