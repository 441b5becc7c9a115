import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Linux names each start of a machine, the same in all of its containers, which have host names of their own. */
const nameOfStart = '/proc/sys/kernel/random/boot_id';

/** Names the machine that this process runs on, and with it all others there. */
export const thisMachine = readMachine();

function readMachine(): string {
  try {
    return readFileSync(nameOfStart, 'utf8').trim();
  } catch {
    return hostname();
  }
}
