import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** The process that has locked the folder. `boot`: id of the machine's boot; null if it is unknown. */
interface Owner {
  pid: number;
  host: string;
  boot: string | null;
}

/** If we cannot check whether the owner is alive, its lock expires after this time (ms) without renewal. */
const stale = 10_000;

/** The embedded database locks no files, so a second process would silently lose rows. Returns an unlock. */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const ownerFile = join(dataDir, 'owner.json');
  const lockFolder = join(dataDir, 'lock');
  const socket = join(dataDir, 'owner.sock');
  const owner = await readOwner(ownerFile);
  // Remove a killed process's lock instead of waiting until it expires.
  if (owner && (await isDead(owner, socket))) await rm(lockFolder, { recursive: true, force: true });

  // Load it only here: it listens to signals, and a full disk would then end a desk command without a message.
  const { lock } = await import('proper-lockfile');
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

/** True only if it is certain. A running process with the id proves nothing: a new container may use the same id. */
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

/** Shows other processes that this one is alive. Null if the file system does not support sockets. */
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

const others = 0o077;

/** Sets the umask, and removes the permissions of other system users for everything in the data folder. */
export function keepPrivate(dataDir: string, onProblem: (problem: Error) => void): void {
  process.umask(others);
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (cause) {
    throw notWritable(cause);
  }
  // Windows has no such permissions.
  if (process.platform === 'win32' || !isOpen(dataDir)) return;
  closeToOthers(realpathSync(dataDir));
  if (!isOpen(dataDir)) return;
  onProblem(
    new Error(
      `Other users of this machine can read ${dataDir}, which holds photos of people, and this process may not change that. ` +
        `Run chmod -R go= ${dataDir} as the owner of the folder.`,
    ),
  );
}

export const notWritable = (cause: unknown): Error =>
  new Error(`DATA_DIR must be a folder in which this user may write: ${(cause as Error).message}.`, {
    cause,
  });

const isOpen = (path: string) => (statSync(path).mode & others) !== 0;

/** Contents first: after an interruption, the next start sees that the folder is open, and continues. */
export function closeToOthers(path: string): void {
  const info = lstatSync(path, { throwIfNoEntry: false });
  // Skip hard-linked files, because the same file may also be elsewhere, for example in the built app.
  if (!info || info.isSymbolicLink() || (info.isFile() && info.nlink > 1)) return;
  try {
    if (info.isDirectory()) for (const name of readdirSync(path)) closeToOthers(join(path, name));
    if (info.mode & others) chmodSync(path, info.mode & ~others);
  } catch {
    // The file has been removed, or belongs to another system user. The closed folder protects it anyway.
  }
}
