import { setTimeout as pause } from 'node:timers/promises';

/** The most handles that the process has while something is done, by what it says of itself. */
export async function handlesDuring(origin: string, act: () => Promise<void>): Promise<number> {
  let most = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const metrics = await fetch(`${origin}/metrics`).then(
        response => response.text(),
        () => '',
      );
      most = Math.max(most, Number(/^process_open_fds (\d+)/m.exec(metrics)?.[1] ?? 0));
      await pause(20);
    }
  })();
  await act().finally(() => {
    isOver = true;
  });
  await watching;
  return most;
}
