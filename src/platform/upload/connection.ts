import { isSparing } from '../connection.ts';

/** Below this the network is slow, bits per second. */
const slowest = 200_000;
/** Smaller requests measure latency rather than speed, bytes. */
const leastMeasured = 64 * 1024;

let measured: number | null = null;
let active = 0;

/** Starts measuring an upload of so many bytes; call the returned function when the response arrives. */
export function startMeasuring(bytes: number): () => void {
  const start = Date.now();
  active++;
  return () => {
    // Parallel uploads shared the connection.
    const bits = bytes * 8 * active--;
    if (bytes >= leastMeasured) measured = bits / Math.max(0.001, (Date.now() - start) / 1000);
  };
}

/** True below 200 kbit/s measured, or if the browser says so. */
export function isSlowConnection(): boolean {
  return isSparing() || (measured !== null && measured < slowest);
}

/** True once an upload of this visit has measured the network. */
export function isConnectionKnown(): boolean {
  return measured !== null;
}
