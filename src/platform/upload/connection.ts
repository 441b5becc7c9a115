import { isSparing } from '../connection.ts';

/** Below this speed, a network counts as slow, bits per second. */
const slowest = 200_000;
/** Minimum size of a measured request, bytes. Smaller requests show latency rather than bandwidth. */
const leastMeasured = 64 * 1024;

let measured: number | null = null;
let active = 0;

/** Starts to measure the speed of an upload of `bytes`. Call the returned function when the response arrives. */
export function startMeasuring(bytes: number): () => void {
  const start = Date.now();
  active++;
  return () => {
    // Parallel uploads share the bandwidth, so multiply by the number of active uploads.
    const bits = bytes * 8 * active--;
    if (bytes >= leastMeasured) measured = bits / Math.max(0.001, (Date.now() - start) / 1000);
  };
}

/** True if an upload ran at less than 200 kbit/s, or if the browser reports a slow or metered network. */
export function isSlowConnection(): boolean {
  return isSparing() || (measured !== null && measured < slowest);
}

/** True once an upload during this visit has measured the network's speed. */
export const isConnectionKnown = (): boolean => measured !== null;
