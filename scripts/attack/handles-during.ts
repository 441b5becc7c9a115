import { setTimeout as pause } from 'node:timers/promises';

/** The process's open handles, from its metrics; 0 if it does not respond. */
export async function openHandles(origin: string): Promise<number> {
  const metrics = await fetch(`${origin}/metrics`).then(
    response => response.text(),
    () => '',
  );
  return Number(/^process_open_fds (\d+)/m.exec(metrics)?.[1] ?? 0);
}

/** Most open handles of the process while `act` runs, from its metrics. */
export async function handlesDuring(origin: string, act: () => Promise<void>): Promise<number> {
  let most = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, await openHandles(origin));
      await pause(20);
    }
  })();
  await act().finally(() => {
    isOver = true;
  });
  await watching;
  return most;
}
