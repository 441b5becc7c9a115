import { isCanvasTrue } from '../pictures/is-canvas-true.ts';
import { isSlowConnection } from '../upload/connection.ts';
import type { Findings } from './check-photo.ts';
import type { CoachFiles, CoachReply, CoachRequest } from './coach-worker.ts';
import kernels from './face-kernels.wasm?url';
import relaxedKernels from './face-kernels-relaxed.wasm?url';
import weights from './face-weights.bin?url';

/** Long side of the checked pictures, px. Equal to the server's value, so that face widths are comparable. */
export const coachSide = 1440;

/** Maximum time that a photo waits for the coach, ms. After that, only the server checks the photo. */
const patience = 1500;

/** Instructions that produce a vector. A browser that accepts a module with a probe supports SIMD or relaxed SIMD. */
const vector = [65, 0, 253, 15];
const probes = {
  simd: [...vector, 253, 98],
  relaxedSimd: [...vector, ...vector, ...vector, 253, 133, 2],
};

interface Coach {
  send(message: CoachFiles | CoachRequest, transfer?: Transferable[]): Promise<CoachReply>;
}

let coach: Coach | null = null;
let opening: Promise<void> | null = null;

/** Loads the coach (135 kB), which checks photos on the phone. Skipped on slow or metered networks or without SIMD. */
export function openCoach(): Promise<void> {
  opening ??= open().catch(() => {
    // Possibly a network error, so allow another attempt.
    opening = null;
  });
  return opening;
}

/** Waits for a coach that is still loading, but at most `patience`. True if the coach is ready. */
export async function isCoachReady(): Promise<boolean> {
  if (opening && !coach) await Promise.race([opening, waitedLongEnough()]);
  return coach !== null;
}

/** Checks a picture, and frees it. Null if there is no coach or the check takes too long. */
export async function askCoach(picture: ImageBitmap): Promise<Findings | null> {
  const findings = await Promise.race([coach?.send({ picture }, [picture]) ?? null, waitedLongEnough()]);
  return typeof findings === 'string' ? null : findings;
}

function waitedLongEnough(): Promise<null> {
  return new Promise(resolve => setTimeout(() => resolve(null), patience));
}

async function open(): Promise<void> {
  if (!canRun() || isSlowConnection() || !isCanvasTrue()) return;
  const opened = startWorker();
  const files = { weights, kernels: knows(probes.relaxedSimd) ? relaxedKernels : kernels };
  if ((await opened.send(files)) === null) throw new Error('The coach does not run here.');
  coach = opened;
}

function canRun(): boolean {
  return typeof OffscreenCanvas !== 'undefined' && typeof WebAssembly !== 'undefined' && knows(probes.simd);
}

/** True if the browser validates a module with one function that consists of these instructions. */
function knows(instructions: number[]): boolean {
  const { length } = instructions;
  const header = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0];
  const code = [10, length + 4, 1, length + 2, 0, ...instructions, 11];
  return WebAssembly.validate(Uint8Array.from([...header, ...code]));
}

/** Starts a worker that replies in the order of the requests. */
function startWorker(): Coach {
  const worker = new Worker(new URL('./coach-worker.ts', import.meta.url), { type: 'module' });
  const waiting: ((reply: CoachReply) => void)[] = [];
  worker.onmessage = ({ data }: MessageEvent<CoachReply>) => waiting.shift()?.(data);
  worker.onerror = () => {
    coach = null;
    worker.terminate();
    for (const settle of waiting.splice(0)) settle(null);
  };
  return {
    send: (message, transfer = []) =>
      new Promise(resolve => {
        waiting.push(resolve);
        worker.postMessage(message, transfer);
      }),
  };
}
