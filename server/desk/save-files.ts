import { open, rm } from 'node:fs/promises';
import { extname } from 'node:path';
import type { DeskReport } from './desk-report.ts';

/**
 * Saves what a report brings in the current folder, for this system user alone, and returns the names. A name that is taken
 * gets a number: no file is written over. Throws a sentence for the operator; what was saved before it stays.
 */
export async function saveFiles(files: NonNullable<DeskReport['files']>): Promise<string[]> {
  const saved: string[] = [];
  for (const { name, base64 } of files) {
    // What comes through the socket does not choose a folder.
    if (!/^\w[\w.-]*$/.test(name)) throw new Error(`"${name}" is no name for a file.${whatIsThere(saved)}`);
    saved.push(
      await saveNew(name, Buffer.from(base64, 'base64')).catch((error: Error) => {
        throw new Error(`${name} could not be saved: ${error.message}.${whatIsThere(saved)}`);
      }),
    );
  }
  return saved;
}

const whatIsThere = (saved: string[]) => (saved.length > 0 ? ` Saved were ${saved.join(', ')}.` : '');

async function saveNew(name: string, bytes: Buffer): Promise<string> {
  const end = extname(name);
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name.slice(0, name.length - end.length)}-${number}${end}`;
    const file = await open(free, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return null;
      throw error;
    });
    if (!file) continue;
    try {
      await file.writeFile(bytes);
      return free;
    } catch (error) {
      // Half a picture would look like a whole one.
      await rm(free);
      throw error;
    } finally {
      await file.close();
    }
  }
}
