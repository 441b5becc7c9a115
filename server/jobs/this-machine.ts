import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Linux gives each boot an id; all containers of a machine share it, but not its host name. */
const nameOfStart = '/proc/sys/kernel/random/boot_id';

export const thisMachine = readMachine();

function readMachine(): string {
  try {
    return readFileSync(nameOfStart, 'utf8').trim();
  } catch {
    return hostname();
  }
}
