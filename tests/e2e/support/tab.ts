import { resolve } from 'node:path';
import { expect } from '@playwright/test';
import { pointScript, pressScript, showsScript, wasHitScript } from '../../webkit/in-page.ts';

/** What an engine can do in one of its tabs; scripts are bodies of asynchronous functions. */
export interface Driver {
  open(address: string): Promise<void>;
  back(): Promise<void>;
  run<T>(script: string): Promise<T>;
  tap(x: number, y: number): Promise<void>;
  /** Whether the file chooser that is open takes several files; undefined: none is open. */
  chooser(): Promise<boolean | undefined>;
  choose(files: string[]): Promise<void>;
  newTab(): Promise<Driver>;
}

/** A tab of Firefox or WebKit, and what a user does in it. */
export class Tab {
  /** The tabs that were opened from this one. */
  readonly others: Tab[] = [];
  readonly #driver: Driver;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  /** Opens an address. */
  open(address: string): Promise<void> {
    return this.#driver.open(address);
  }

  /** Presses Back, as the host offers it. */
  back(): Promise<void> {
    return this.#driver.back();
  }

  /** Loads the page again; the old one has gone then. */
  async reload(): Promise<void> {
    await this.run('window.isOldPage = true; location.reload();').catch(() => undefined);
    await this.until('return window.isOldPage === undefined;', 'reloaded');
  }

  /** Runs a script in the page and returns what it does. */
  run<T>(script: string): Promise<T> {
    return this.#driver.run<T>(script);
  }

  /** Waits until a script returns true; the page may go while it runs. */
  async until(script: string, message = script): Promise<void> {
    await expect
      .poll(() => this.run(script).catch(String), { message, timeout: 30_000, intervals: [50, 100, 250] })
      .toBe(true);
  }

  /** Waits for words on the page. */
  see(words: string): Promise<void> {
    return this.until(showsScript(words), `see ${words}`);
  }

  /** Whether the page shows words now. */
  shows(words: string): Promise<boolean> {
    return this.run(showsScript(words));
  }

  /** Presses what is named like this once it is there, by a finger: the page may do what only its user may. */
  async press(name: string, role: 'button' | 'radio' = 'button', place = 0): Promise<void> {
    let isTapped = false;
    const wasHit = (patience: number) => this.run<boolean>(wasHitScript(patience)).catch(() => true);
    const hits = async () => {
      // Later than it was waited for: what was pressed may have gone.
      if (isTapped && (await wasHit(0))) return true;
      const point = await this.run<[number, number] | null>(pointScript(role, name, place)).catch(() => null);
      if (!point) return false;
      await this.#driver.tap(...point);
      isTapped = true;
      return wasHit(10_000);
    };
    await expect
      .poll(hits, { message: `press ${name}`, timeout: 30_000, intervals: [50, 100, 250] })
      .toBe(true);
  }

  /** Presses it by a script, as in a tab that is behind another one. */
  pressBehind(name: string, role: 'button' | 'radio' = 'button', place = 0): Promise<void> {
    return this.until(pressScript(role, name, place), `press ${name}`);
  }

  /** Presses a button that opens a file chooser; returns whether that takes several files. */
  async openChooser(button: string): Promise<boolean> {
    await this.press(button);
    await expect.poll(() => this.#driver.chooser(), { message: `a chooser after ${button}` }).toBeDefined();
    return (await this.#driver.chooser()) === true;
  }

  /** Chooses files at the file chooser that is open. */
  choose(files: string[]): Promise<void> {
    return this.#driver.choose(files.map(file => resolve(file)));
  }

  /** Chooses files at the chooser that a button opens. */
  async pick(button: string, files: string[]): Promise<void> {
    await this.openChooser(button);
    await this.choose(files);
  }

  /** Opens another tab of the same browser. */
  async newTab(): Promise<Tab> {
    const tab = new Tab(await this.#driver.newTab());
    this.others.push(tab);
    return tab;
  }
}
