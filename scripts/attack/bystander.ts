import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Watched } from './attack-type.ts';

/** What an uninvolved user experienced during an attack; milliseconds. */
export interface Felt {
  file: { p50: number; p99: number };
  call: { p50: number; p99: number };
  /** Requests without a good response. */
  failures: number;
}

const script = fileURLToPath(new URL('./watch-as-bystander.mjs', import.meta.url));

/**
 * Loads a file and makes a call, again and again, while `attack` runs: in a process of its own, so that what keeps the
 * attackers busy is not taken for a slow server.
 */
export async function feel(origin: string, token: string, attack: () => Promise<void>): Promise<Felt> {
  const bystander = fork(script, [origin, token], { execArgv: [], serialization: 'advanced' });
  await once(bystander, 'message');
  await attack().finally(() => bystander.send('over'));
  const [{ times, failures }] = (await once(bystander, 'message')) as [Watched];
  return { file: summary(times.file), call: summary(times.call), failures };
}

function summary(times: number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0);
  return { p50: at(0.5), p99: at(0.99) };
}
