import { parentPort } from 'node:worker_threads';
import { findOthers } from '../generator/local/find-others.ts';
import { inspectPhoto } from '../generator/vision/inspect-photo.ts';
import { drawUser, knowsPerson } from './draw-user.ts';
import type { FromTryOnWorker, ToTryOnWorker } from './try-on-drawer.ts';

// This worker thread draws try-ons with the generator's code, on a small canvas.

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
