import { GeneratorGaveUp } from '../generator.ts';
import { ServiceRefusal } from './call-service.ts';
import type { ComfyuiQueue } from './comfyui-queue.ts';

/**
 * The first release (September 2025) in which /interrupt can stop a specific prompt. Older releases stop whatever
 * prompt is running, which may belong to another client.
 */
const leastComfyui = '0.3.57';

/** At startup, the backend waits this long (ms) for a ComfyUI server that does not respond. */
const startLimit = 5_000;

/** Checks a ComfyUI server's version at startup, or later, once the server can be reached. */
export class ComfyuiVersion {
  readonly #queue: ComfyuiQueue;
  readonly #onProblem: (problem: Error) => void;
  #isChecked = false;

  constructor(queue: ComfyuiQueue, onProblem: (problem: Error) => void) {
    this.#queue = queue;
    this.#onProblem = onProblem;
  }

  /** Throws if the server is too old. If the server is unreachable, the check is postponed. */
  async checkAtStart(): Promise<void> {
    const signal = AbortSignal.timeout(startLimit);
    await this.check(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      this.#onProblem(new Error('ComfyUI cannot be reached: its version is checked before the first job.'));
    });
  }

  /** Throws if the server is too old. Does nothing after a successful check. */
  async check(signal: AbortSignal): Promise<void> {
    if (this.#isChecked) return;
    try {
      const version = await this.#queue.version(signal);
      if (version === null || isOlder(version, leastComfyui)) {
        throw new GeneratorGaveUp(
          `ComfyUI ${version ?? '(of an unnamed version)'} is too old: update it to ${leastComfyui} or newer, ` +
            'which can stop one prompt without stopping those of others.',
        );
      }
    } catch (error) {
      // Ignore a refused request, because a proxy may hide the version.
      if (!(error instanceof ServiceRefusal)) throw error;
      this.#onProblem(new Error(`ComfyUI's version is unknown: it must be ${leastComfyui} or newer.`));
    }
    this.#isChecked = true;
  }
}

function isOlder(version: string, least: string): boolean {
  const [parts, leastParts] = [version, least].map(text => (text.match(/\d+/g) ?? []).map(Number));
  for (const [index, wanted] of leastParts!.entries()) {
    const part = parts![index] ?? 0;
    if (part !== wanted) return part < wanted;
  }
  return false;
}
