import { setTimeout as pause } from 'node:timers/promises';

// Plain JavaScript: with tsx the start takes half a second longer.

/** Milliseconds between two requests of a kind; calls stay below a user's limit. */
const every = { file: 50, call: 200 };

const [origin, token] = process.argv.slice(2);
let isOver = false;

process.on('message', word => {
  isOver = word === 'over';
  if (!isOver) watch();
});
process.once('disconnect', () => process.exit());

async function watch() {
  /** @type {import('./attack-type.ts').Watched} */
  const watched = { times: { file: [], call: [] }, failures: 0 };
  // Open the connections before measuring.
  await Promise.all(['/tyy/file.txt', '/v1/getUserInfo'].map(request));
  process.send('ready');
  await Promise.all([repeat('file', '/tyy/file.txt', watched), repeat('call', '/v1/getUserInfo', watched)]);
  process.send(watched);
}

async function repeat(kind, path, watched) {
  while (!isOver) {
    const began = performance.now();
    if (!(await request(path))) watched.failures += 1;
    watched.times[kind].push(performance.now() - began);
    await pause(every[kind]);
  }
}

/** True if the response is good. */
function request(path) {
  return fetch(origin + path, { headers: { authorization: `Bearer ${token}` } }).then(
    async response => response.ok && (await response.arrayBuffer()).byteLength > 0,
    () => false,
  );
}
