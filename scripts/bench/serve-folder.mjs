import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};
const compressible = /^(text|application\/(json|manifest)|image\/svg)/;

/**
 * Serves a folder like a good static host: compresses with brotli, lets browsers cache files with hashed names forever,
 * and responds with index.html if a file is missing. Returns its address and a function that stops it.
 */
export async function serveFolder(folder) {
  const cache = new Map();

  async function fileFor(pathname) {
    const known = cache.get(pathname);
    if (known) return known;
    const file = path.join(folder, path.normalize(decodeURIComponent(pathname)));
    const candidates = [file, path.join(file, 'index.html'), `${file}.html`, path.join(folder, 'index.html')];
    for (const candidate of candidates) {
      const body = await readFile(candidate).catch(() => null);
      if (body === null) continue;
      const type = types[path.extname(candidate)] ?? 'application/octet-stream';
      const found = { type, body, brotli: compressible.test(type) ? brotliCompressSync(body) : null };
      cache.set(pathname, found);
      return found;
    }
    return null;
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const file = await fileFor(pathname).catch(() => null);
    if (file === null) {
      response.writeHead(404).end();
      return;
    }
    const isKept = /[.-][\w-]{8,}\.\w+$/.test(pathname);
    const takesBrotli = file.brotli && /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
    response.writeHead(200, {
      'content-type': file.type,
      'cache-control': isKept ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(takesBrotli && { 'content-encoding': 'br' }),
    });
    response.end(takesBrotli ? file.brotli : file.body);
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
