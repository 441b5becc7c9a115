import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';

/** Files and connections that this process may have open; Infinity if the system does not say. */
export function mostHandles(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Files and connections that may still be opened: 0 if none, Infinity if the system does not say. */
export async function handlesLeft(): Promise<number> {
  const most = mostHandles();
  if (most === Number.POSITIVE_INFINITY) return most;
  return readdir('/proc/self/fd').then(
    open => most - open.length,
    () => 0,
  );
}
