import { parentPort } from 'node:worker_threads';
import { drawUser, knowsPerson } from './draw-user.ts';
import type { FromPreviewWorker, ToPreviewWorker } from './preview-messages.ts';

// The thread in which previews are drawn: the generator's own code on a small canvas.

const port = parentPort!;
const send = (message: FromPreviewWorker) => port.postMessage(message);

port.on('message', ({ id, task }: ToPreviewWorker) => {
  if (!task.photo && !knowsPerson(task.photoKey)) return send({ id, wantsPhoto: true });
  drawUser(task).then(
    picture => send({ id, picture }),
    (error: unknown) => send({ id, error: error instanceof Error ? error.message : String(error) }),
  );
});
