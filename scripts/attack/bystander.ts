import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Watched } from './attack-type.ts';

/** A bystander's response times during an attack, in milliseconds. */
export interface Felt {
  file: { p50: number; p99: number };
  call: { p50: number; p99: number };
  /** Requests without a good response. */
  failures: number;
}

const script = fileURLToPath(new URL('./watch-as-bystander.mjs', import.meta.url));

/** A user who repeats two requests, in a separate process, so that busy attackers do not look like a slow server. */
export class Bystander {
  readonly #process: ChildProcess;

  constructor(origin: string, token: string) {
    this.#process = fork(script, [origin, token], { execArgv: [], serialization: 'advanced' });
  }

  /** Measures the requests made while `attack` runs. */
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
