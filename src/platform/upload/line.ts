import { isSparing } from '../connection.ts';

/** Below this a line counts as slow, bits a second. */
const slowest = 200_000;
/** A request smaller than this says more about the delay of a line than about its speed, bytes. */
const leastMeasured = 64 * 1024;

let measured: number | null = null;
let active = 0;

/** Counts an upload of so many bytes; the function that it returns is called when its response is there, and measures the line. */
export function startMeasuring(bytes: number): () => void {
  const start = Date.now();
  active++;
  return () => {
    // Uploads side by side have shared the line.
    const bits = bytes * 8 * active--;
    if (bytes >= leastMeasured) measured = bits / Math.max(0.001, (Date.now() - start) / 1000);
  };
}

/** Whether the line is slow as far as that is known: less than 200 kbit/s measured, or what the browser says. */
export function isSlowLine(): boolean {
  return isSparing() || (measured !== null && measured < slowest);
}

/** Whether an upload of this visit has measured the line. */
export function isLineKnown(): boolean {
  return measured !== null;
}
