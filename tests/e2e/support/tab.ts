import { resolve } from 'node:path';
import { expect } from '@playwright/test';
import { pointScript, pressScript, showsScript, wasHitScript } from '../../webkit/in-page.ts';

/** Controls one browser tab. Scripts are bodies of async functions. */
export interface Driver {
  open(address: string): Promise<void>;
  back(): Promise<void>;
  run<T>(script: string): Promise<T>;
  tap(x: number, y: number): Promise<void>;
  /** True if the open file chooser accepts several files; undefined if no chooser is open. */
  chooser(): Promise<boolean | undefined>;
  choose(files: string[]): Promise<void>;
  newTab(): Promise<Driver>;
}

/** A tab in Firefox or WebKit, with methods for a user's actions. */
export class Tab {
  readonly others: Tab[] = [];
  readonly #driver: Driver;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  open(address: string): Promise<void> {
    return this.#driver.open(address);
  }

  back(): Promise<void> {
    return this.#driver.back();
  }

  /** Reloads the page; resolves once the old page is gone. */
  async reload(): Promise<void> {
    await this.run('window.isOldPage = true; location.reload();').catch(() => undefined);
    await this.until('return window.isOldPage === undefined;', 'reloaded');
  }

  run<T>(script: string): Promise<T> {
    return this.#driver.run<T>(script);
  }

  /** Waits until a script returns true. An error counts as false, for example while the page unloads. */
  async until(script: string, message = script): Promise<void> {
    await expect
      .poll(() => this.run(script).catch(String), { message, timeout: 30_000, intervals: [50, 100, 250] })
      .toBe(true);
  }

  see(words: string): Promise<void> {
    return this.until(showsScript(words), `see ${words}`);
  }

  shows(words: string): Promise<boolean> {
    return this.run(showsScript(words));
  }

  /** Waits for a control with this name and taps it, because some APIs do not accept a click by a script. */
  async press(name: string, role: 'button' | 'radio' = 'button', place = 0): Promise<void> {
    let isTapped = false;
    const wasHit = (patience: number) => this.run<boolean>(wasHitScript(patience)).catch(() => true);
    const hits = async () => {
      // Check the previous tap again, which may have registered late.
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

  /** Presses a control by a script, which also works in a background tab. */
  pressBehind(name: string, role: 'button' | 'radio' = 'button', place = 0): Promise<void> {
    return this.until(pressScript(role, name, place), `press ${name}`);
  }

  /** Presses a button and waits for the file chooser; returns true if the chooser accepts several files. */
  async openChooser(button: string): Promise<boolean> {
    await this.press(button);
    await expect.poll(() => this.#driver.chooser(), { message: `a chooser after ${button}` }).toBeDefined();
    return (await this.#driver.chooser()) === true;
  }

  choose(files: string[]): Promise<void> {
    return this.#driver.choose(files.map(file => resolve(file)));
  }

  async pick(button: string, files: string[]): Promise<void> {
    await this.openChooser(button);
    await this.choose(files);
  }

  async newTab(): Promise<Tab> {
    const tab = new Tab(await this.#driver.newTab());
    this.others.push(tab);
    return tab;
  }
}
