import { isSparing } from '../connection.ts';

/** A network below this speed is slow, bits per second. */
const slowest = 200_000;
/** Smaller requests are not measured, because they show latency rather than speed, bytes. */
const leastMeasured = 64 * 1024;

let measured: number | null = null;
let active = 0;

/** Starts to measure an upload of this size. Call the returned function when the response arrives. */
export function startMeasuring(bytes: number): () => void {
  const start = Date.now();
  active++;
  return () => {
    // Parallel uploads share the connection, so count the bytes of all of them.
    const bits = bytes * 8 * active--;
    if (bytes >= leastMeasured) measured = bits / Math.max(0.001, (Date.now() - start) / 1000);
  };
}

/** True if an upload measured less than 200 kbit/s, or if the browser reports a slow or metered network. */
export function isSlowConnection(): boolean {
  return isSparing() || (measured !== null && measured < slowest);
}

/** True once an upload of this visit has measured the network. */
export function isConnectionKnown(): boolean {
  return measured !== null;
}
