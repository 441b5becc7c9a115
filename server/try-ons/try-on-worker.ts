import { parentPort, workerData } from 'node:worker_threads';
import { findOthers } from '../generator/local/find-others.ts';
import { setMatteFolder } from '../generator/portrait/own-matte.ts';
import type { WorkerData } from '../generator/threads/worker-messages.ts';
import { inspectPhoto } from '../generator/vision/inspect-photo.ts';
import { drawUser, knowsPerson } from './draw-user.ts';
import type { FromTryOnWorker, ToTryOnWorker } from './try-on-drawer.ts';

// Worker thread that draws try-ons with the generator's code on a small canvas, and inspects photos.

setMatteFolder((workerData as WorkerData | null)?.matteModel);

const port = parentPort!;
const send = (message: FromTryOnWorker) => port.postMessage(message);

port.on('message', (message: ToTryOnWorker) => {
  const { id } = message;
  if ('task' in message && !message.task.photo && !knowsPerson(message.task.photoKey))
    return send({ id, wantsPhoto: true });
  workOn(message).then(
    output => send({ id, output }),
    (error: unknown) => send({ id, error: error instanceof Error ? error.message : String(error) }),
  );
});

async function workOn(message: ToTryOnWorker): Promise<NonNullable<FromTryOnWorker['output']>> {
  if ('task' in message) return drawUser(message.task);
  const { photos, isFront } = message;
  if (isFront === undefined) return findOthers(photos);
  return (await inspectPhoto(photos[0]!, isFront)).problems;
}
