import { setTimeout as pause } from 'node:timers/promises';
import type { Node } from '../../tests/cluster/cluster.ts';
import { ApiUser, overHttp } from '../../tests/support/api.ts';
import { watchMemory } from './watch-memory.ts';

/** Milliseconds between two polls of a user, as the app begins. */
const every = 3_000;

/** What polling was like; milliseconds, and MB of the largest node from the beginning to the end. */
export interface Polled {
  polls: number;
  errors: number;
  p50: number;
  p99: number;
  memory: number[];
}

/** Has users poll jobs on some nodes, each every three seconds. */
export async function pollJobs(
  nodes: Node[],
  jobs: { token: string; train_id: string; generate_id: string }[],
  { users, seconds }: { users: number; seconds: number },
): Promise<Polled> {
  const times: number[] = [];
  let errors = 0;
  const end = performance.now() + seconds * 1000;
  const memoryUntilNow = watchMemory(() => nodes);

  async function follow(index: number): Promise<void> {
    const { token, train_id, generate_id } = jobs[index % jobs.length]!;
    const user = new ApiUser(overHttp(nodes[index % nodes.length]!.origin), token);
    await pause((index / users) * every);
    while (performance.now() < end) {
      const began = performance.now();
      const reply = await user
        .get('getTrainAndGenerateResultById', { train_id, generate_id })
        .catch(() => null);
      times.push(performance.now() - began);
      if (reply?.code !== 0) errors += 1;
      await pause(every);
    }
  }

  await Promise.all(Array.from({ length: users }, (_, index) => follow(index)));
  const memory = memoryUntilNow();
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0);
  return { polls: times.length, errors, p50: at(0.5), p99: at(0.99), memory };
}
