import { readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';

/** The process that has the folder; `boot` names the run of the kernel it lives in, null where there is none to read. */
interface Owner {
  pid: number;
  host: string;
  boot: string | null;
}

/** How long a lock that is no longer renewed still counts, where its owner cannot be asked (ms). */
const stale = 10_000;

/**
 * Takes the data folder for this process and returns how to release it; throws a sentence for the operator who
 * starts a second process. The embedded database takes no lock of its own and would lose rows silently.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const ownerFile = join(dataDir, 'owner.json');
  const lockFolder = join(dataDir, 'lock');
  const socket = join(dataDir, 'owner.sock');
  const owner = await readOwner(ownerFile);
  // A killed process leaves its lock behind, which would otherwise count for some seconds more.
  if (owner && (await isDead(owner, socket))) await rm(lockFolder, { recursive: true, force: true });

  const release = await lock(dataDir, {
    lockfilePath: lockFolder,
    stale,
    onCompromised: () => process.exit(1),
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ELOCKED') throw error;
    throw new Error(
      `Another process${owner ? ` (${owner.pid} on ${owner.host})` : ''} is using ${dataDir}. ` +
        'Stop it, choose another DATA_DIR, or set DATABASE_URL to let several processes share a PostgreSQL server.',
    );
  });

  const listening = await listen(socket);
  const self: Owner = { pid: process.pid, host: hostname(), boot: listening && (await readBoot()) };
  await writeFile(ownerFile, JSON.stringify(self));
  return async () => {
    listening?.close();
    await release();
  };
}

async function readOwner(file: string): Promise<Owner | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Owner;
  } catch {
    return null;
  }
}

/** Whether the owner is certainly gone. Its number says little: in a new container it may be our own. */
async function isDead(owner: Owner, socket: string): Promise<boolean> {
  if (owner.boot && owner.boot === (await readBoot())) return !(await isAlive(socket));
  if (owner.host !== hostname()) return false;
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Listens for as long as this process lives: the kernel itself tells others when it no longer does. */
async function listen(socket: string): Promise<Server | null> {
  await rm(socket, { force: true });
  const server = createServer(connection => connection.destroy());
  return new Promise(resolve => {
    // Some file systems have no sockets, and their names must be short.
    server.once('error', () => resolve(null));
    server.listen(socket, () => resolve(server.unref()));
  });
}

/** Whether a process listens; only a certain no is one. */
function isAlive(socket: string): Promise<boolean> {
  return new Promise(resolve => {
    const connection = connect(socket, () => resolve(true));
    connection.once('error', ({ code }: NodeJS.ErrnoException) => {
      resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT');
    });
    connection.once('close', () => connection.destroy());
  });
}

async function readBoot(): Promise<string | null> {
  return readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null);
}
