import { GeneratorGaveUp } from '../generator.ts';
import { ServiceRefusal } from './call-service.ts';
import type { ComfyuiQueue } from './comfyui-queue.ts';

/**
 * First release (September 2025) in which /interrupt stops only the prompt that it names; older ones stop whatever
 * runs, perhaps somebody else's prompt.
 */
const leastComfyui = '0.3.57';

/** Milliseconds for which the start waits for an unresponsive server. */
const startLimit = 5_000;

/** Checks a ComfyUI server's version, at the start or as soon as the server can be reached. */
export class ComfyuiVersion {
  readonly #queue: ComfyuiQueue;
  readonly #onProblem: (problem: Error) => void;
  #isChecked = false;

  constructor(queue: ComfyuiQueue, onProblem: (problem: Error) => void) {
    this.#queue = queue;
    this.#onProblem = onProblem;
  }

  /** Throws if the server is too old; an unreachable server is checked later. */
  async checkAtStart(): Promise<void> {
    const signal = AbortSignal.timeout(startLimit);
    await this.check(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      this.#onProblem(new Error('ComfyUI cannot be reached: its version is checked before the first job.'));
    });
  }

  /** Throws if the server is too old; once checked, does nothing. */
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
      // A proxy may hide the version.
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
