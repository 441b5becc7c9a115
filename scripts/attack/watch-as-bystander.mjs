import { setTimeout as pause } from 'node:timers/promises';

// Plain JavaScript, because tsx would delay the start by half a second.

/** Milliseconds between two requests of the same kind. Keeps the calls below a user's limit. */
const every = { file: 50, call: 200 };

const [origin, token] = process.argv.slice(2);
const watched = { file: [], call: [], failures: 0 };
let isOver = false;
process.once('message', () => {
  isOver = true;
});
process.once('disconnect', () => process.exit());

// Open the connections before measuring.
await Promise.all(['/tyy/file.txt', '/v1/getUserInfo'].map(request));
process.send('ready');
await Promise.all([repeat('file', '/tyy/file.txt'), repeat('call', '/v1/getUserInfo')]);
process.send(watched, () => process.disconnect());

async function repeat(kind, path) {
  while (!isOver) {
    const began = performance.now();
    if (!(await request(path))) watched.failures += 1;
    watched[kind].push(performance.now() - began);
    await pause(every[kind]);
  }
}

function request(path) {
  return fetch(origin + path, { headers: { authorization: `Bearer ${token}` } }).then(
    async response => response.ok && (await response.arrayBuffer()).byteLength > 0,
    () => false,
  );
}
