import { setTimeout as pause } from 'node:timers/promises';

/** How many handles the process has, by what it says of itself; 0 if it says nothing. */
export async function openHandles(origin: string): Promise<number> {
  const metrics = await fetch(`${origin}/metrics`).then(
    response => response.text(),
    () => '',
  );
  return Number(/^process_open_fds (\d+)/m.exec(metrics)?.[1] ?? 0);
}

/** The most handles that the process has while something is done, by what it says of itself. */
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
