import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { artVersion } from '../generator/art-version.ts';
import { removeAbandoned } from '../http/files/remove-abandoned.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/** Deletes, now and hourly, unfinished files that killed processes left; returns a function that stops it. */
export function sweepFiles(dataDir: string, log: FastifyBaseLogger, every = hour): () => void {
  async function sweep(): Promise<void> {
    await removeAbandoned(join(dataDir, 'shared'));
    await removeAbandoned(join(dataDir, 'objects', '.incoming'));
    await removeAbandoned(join(dataDir, 'previews', artVersion), /\.part$/);
    await removeAbandoned(join(dataDir, 'app-files', 'assets'), /\.part$/);
    await removeAbandoned(join(dataDir, 'template-pics'), /\.part$/);
    await removeAbandoned(join(dataDir, 'objects', 'probes'));
    await removeAbandoned(dataDir, /^secret\./);
    await removeOtherArt(join(dataDir, 'previews'));
  }
  const sweepOrLog = () => void sweep().catch(error => log.error(error));
  sweepOrLog();
  const timer = setInterval(sweepOrLog, every).unref();
  return () => clearInterval(timer);
}

/** Waits a day after this version's last drawing: until then another process may use the other versions. */
async function removeOtherArt(folder: string): Promise<void> {
  const own = await stat(join(folder, artVersion)).catch(() => null);
  if (!own || Date.now() - own.mtimeMs < day) return;
  for (const name of await readdir(folder)) {
    if (name !== artVersion) await rm(join(folder, name), { recursive: true, force: true });
  }
}
