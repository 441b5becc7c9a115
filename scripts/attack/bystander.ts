import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The bystander's response times in milliseconds. */
export interface Felt {
  file: { p50: number; p99: number };
  call: { p50: number; p99: number };
  /** Number of requests that failed. */
  failures: number;
}

const script = fileURLToPath(new URL('./watch-as-bystander.mjs', import.meta.url));

/**
 * While `act` runs, repeats two kinds of a user's requests in a separate process and measures them. In this process, a
 * busy attacker would distort the times.
 */
export async function measureBystander(
  { origin, token }: { origin: string; token: string },
  act: () => Promise<void>,
): Promise<Felt> {
  const bystander = fork(script, [origin, token], { execArgv: [], serialization: 'advanced' });
  await once(bystander, 'message');
  await act().finally(() => bystander.send('over'));
  const [{ file, call, failures }] = await once(bystander, 'message');
  return { file: percentiles(file), call: percentiles(call), failures };
}

export function percentiles(times: number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0);
  return { p50: at(0.5), p99: at(0.99) };
}
