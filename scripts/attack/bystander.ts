import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two requests of a kind: calls stay below the limit of one user. */
const every = { file: 50, call: 200 };

/** What an uninvolved user experienced during an attack; milliseconds. */
export interface Felt {
  file: { p50: number; p99: number };
  call: { p50: number; p99: number };
  /** Requests without a good response. */
  failures: number;
}

/** Loads a file and makes a call, again and again, while `attack` runs. */
export async function feel(origin: string, token: string, attack: () => Promise<void>): Promise<Felt> {
  const times: Record<'file' | 'call', number[]> = { file: [], call: [] };
  let failures = 0;
  let isOver = false;
  const headers = { authorization: `Bearer ${token}` };

  async function repeat(kind: 'file' | 'call', path: string): Promise<void> {
    while (!isOver) {
      const began = performance.now();
      const isGood = await fetch(origin + path, { headers }).then(
        async response => response.ok && (await response.arrayBuffer()).byteLength > 0,
        () => false,
      );
      times[kind].push(performance.now() - began);
      if (!isGood) failures += 1;
      await pause(every[kind]);
    }
  }

  const watching = [repeat('file', '/tyy/file.txt'), repeat('call', '/v1/getUserInfo')];
  await attack().finally(() => {
    isOver = true;
  });
  await Promise.all(watching);
  return { file: summary(times.file), call: summary(times.call), failures };
}

function summary(times: number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0);
  return { p50: at(0.5), p99: at(0.99) };
}
