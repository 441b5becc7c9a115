import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Watched } from './attack-type.ts';

/** What a bystander experienced during an attack; milliseconds. */
export interface Felt {
  file: { p50: number; p99: number };
  call: { p50: number; p99: number };
  /** Requests without a good response. */
  failures: number;
}

const script = fileURLToPath(new URL('./watch-as-bystander.mjs', import.meta.url));

/**
 * An uninvolved user, who loads a file and makes a call again and again: in a process of its own, so that what keeps the
 * attackers busy is not taken for a slow server.
 */
export class Bystander {
  readonly #process: ChildProcess;

  constructor(origin: string, token: string) {
    this.#process = fork(script, [origin, token], { execArgv: [], serialization: 'advanced' });
  }

  /** What they experience while `attack` runs. */
  async during(attack: () => Promise<void>): Promise<Felt> {
    this.#process.send('begin');
    await once(this.#process, 'message');
    await attack().finally(() => this.#process.send('over'));
    const [{ times, failures }] = (await once(this.#process, 'message')) as [Watched];
    return { file: summary(times.file), call: summary(times.call), failures };
  }

  leave(): void {
    this.#process.disconnect();
  }
}

function summary(times: number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0);
  return { p50: at(0.5), p99: at(0.99) };
}
