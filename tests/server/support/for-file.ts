import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Opens something at the top of a test file, and closes it after the file's tests. */
export async function forFile<T extends { close(): unknown }>(opening: T | Promise<T>): Promise<T> {
  const opened = await opening;
  afterAll(async () => {
    await opened.close();
  });
  return opened;
}

/** A new folder, removed after the file's tests; called at the top of the file. */
export async function folderForFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tyy-test-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
