import { readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';

/** The process that locked the folder. `boot` is the id of the kernel's current run; null if unknown. */
interface Owner {
  pid: number;
  host: string;
  boot: string | null;
}

/** Milliseconds after which a lock expires if it is not renewed and we cannot check its owner. */
const stale = 10_000;

/**
 * Locks the data folder and returns the function that releases the lock. Throws a message for the operator if another
 * process has it. The embedded database has no lock of its own: a second process would silently lose rows.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const ownerFile = join(dataDir, 'owner.json');
  const lockFolder = join(dataDir, 'lock');
  const socket = join(dataDir, 'owner.sock');
  const owner = await readOwner(ownerFile);
  // Remove the lock of a killed process instead of waiting until it expires.
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

/** True only if the owner is certainly dead. Its process id is not enough: in a new container, ours may be the same. */
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

/** Listens until this process ends, so that others can check if it is alive. Null if sockets do not work here. */
async function listen(socket: string): Promise<Server | null> {
  await rm(socket, { force: true });
  const server = createServer(connection => connection.destroy());
  return new Promise(resolve => {
    // Some file systems have no sockets; others limit the length of the path.
    server.once('error', () => resolve(null));
    server.listen(socket, () => resolve(server.unref()));
  });
}

/** True unless the socket refuses the connection or is gone. */
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
