import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { artVersion } from './generator/art-version.ts';
import { removeAbandoned } from './http/remove-abandoned.ts';

const hour = 60 * 60_000;

/** Removes, now and every hour, what processes that were killed left half-written in the data folder; returns how to stop it. */
export function sweepFiles(dataDir: string, log: FastifyBaseLogger, every = hour): () => void {
  async function sweep(): Promise<void> {
    await removeAbandoned(join(dataDir, 'shared'));
    await removeAbandoned(join(dataDir, 'objects', '.incoming'));
    await removeAbandoned(join(dataDir, 'previews', artVersion), /\.part$/);
    await removeAbandoned(join(dataDir, 'app-files', 'assets'), /\.part$/);
  }
  const sweepOrLog = () => void sweep().catch(error => log.error(error));
  sweepOrLog();
  const timer = setInterval(sweepOrLog, every).unref();
  return () => clearInterval(timer);
}
