import { readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';

interface Owner {
  pid: number;
  host: string;
}

/**
 * Takes the data folder for this process and answers how to let go of it; throws a sentence for the person who
 * starts a second process. The embedded database takes no lock of its own and would lose rows silently.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const ownerFile = join(dataDir, 'owner.json');
  const lockFolder = join(dataDir, 'lock');
  const owner = await readOwner(ownerFile);
  // A killed process leaves its lock behind, which would otherwise count for some seconds more.
  if (owner && !mayBeAlive(owner)) await rm(lockFolder, { recursive: true, force: true });

  const release = await lock(dataDir, {
    lockfilePath: lockFolder,
    stale: 10_000,
    onCompromised: () => process.exit(1),
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ELOCKED') throw error;
    throw new Error(
      `Another process${owner ? ` (${owner.pid} on ${owner.host})` : ''} is using ${dataDir}. ` +
        'Stop it, choose another DATA_DIR, or set DATABASE_URL to let several processes share a PostgreSQL server.',
    );
  });

  const self: Owner = { pid: process.pid, host: hostname() };
  await writeFile(ownerFile, JSON.stringify(self));
  return release;
}

async function readOwner(file: string): Promise<Owner | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Owner;
  } catch {
    return null;
  }
}

function mayBeAlive(owner: Owner): boolean {
  if (owner.host !== hostname()) return true;
  try {
    process.kill(owner.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
