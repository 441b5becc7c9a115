import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Returns an opened resource and closes it after the tests of the file. Call it at the top of a test file. */
export async function forFile<T extends { close(): unknown }>(opening: T | Promise<T>): Promise<T> {
  const opened = await opening;
  afterAll(async () => {
    await opened.close();
  });
  return opened;
}

/** Makes a folder that is removed after the tests of the file. Call it at the top of a test file. */
export async function folderForFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tyy-test-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
