import { readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';

/** The process that has locked the folder. `boot` is the id of the machine's current boot; null if unknown. */
interface Owner {
  pid: number;
  host: string;
  boot: string | null;
}

/** If we cannot check whether the owner is alive, its lock expires after this time (ms) without renewal. */
const stale = 10_000;

/**
 * Locks the data folder. Returns a function that releases the lock. Throws a message for the operator if another
 * process holds the lock. The embedded database does not lock its files, so a second process would silently lose rows.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const ownerFile = join(dataDir, 'owner.json');
  const lockFolder = join(dataDir, 'lock');
  const socket = join(dataDir, 'owner.sock');
  const owner = await readOwner(ownerFile);
  // Remove a killed process's lock instead of waiting until it expires.
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

/**
 * True only if the owner is certainly dead. The process id alone proves nothing: in a new container, our own process
 * may have the same id.
 */
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

/**
 * Listens on a socket until this process ends, so that other processes can check whether it is alive. Null if the file
 * system does not support sockets.
 */
async function listen(socket: string): Promise<Server | null> {
  await rm(socket, { force: true });
  const server = createServer(connection => connection.destroy());
  return new Promise(resolve => {
    // Some file systems do not support sockets; others limit the path's length.
    server.once('error', () => resolve(null));
    server.listen(socket, () => resolve(server.unref()));
  });
}

/** True unless the socket is gone or refuses a connection. */
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
