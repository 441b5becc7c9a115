import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
let chromium: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tyy-programs-'));
  chromium = join(folder, 'chromium');
  chmodSync(folder, 0o755);
  // Independent of this process's umask, because the script also runs as another user.
  mkdirSync(join(folder, 'bin'));
  chmodSync(join(folder, 'bin'), 0o755);
  for (const name of ['options.mjs', 'test-programs.mjs']) {
    cpSync(`scripts/${name}`, join(folder, name));
    chmodSync(join(folder, name), 0o644);
  }
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Puts a program in front of the system's program with this name. */
function stub(name: string, script: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'bin', name), 0o755);
}

/** Runs the script as if only Chromium were missing. */
function run(options: { path?: string; uid?: number } = {}) {
  const { path = `${folder}/bin:${process.env.PATH}`, uid } = options;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'test-programs.mjs')], {
    encoding: 'utf8',
    cwd: '/',
    env: { PATH: path, CHROMIUM: chromium },
    ...(uid !== undefined && process.getuid?.() === 0 && { uid }),
  });
  return { status, stdout, lines: stderr.trim().split('\n').filter(Boolean) };
}

const done = () => readFileSync(join(folder, 'done'), 'utf8').trim().split('\n');

test('the script installs missing packages on Debian and announces this first', () => {
  stub('sudo', 'shift; exec "$@"');
  stub('apt-get', `echo "$@" >> ${folder}/done; case "$*" in *install*) touch ${chromium};; esac`);

  const { status, lines } = run();

  expect(status).toBe(0);
  expect(lines).toEqual([
    expect.stringMatching(
      /^npm test needs Debian packages that are missing\. It runs now: .*apt-get .* chromium'$/,
    ),
  ]);
  expect(done()).toEqual([
    '-o DPkg::Lock::Timeout=300 update -qq',
    '-o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends chromium',
  ]);
  expect(run()).toEqual({ status: 0, stdout: '', lines: [] });
});

test('the script says why packages cannot be installed and what to do', () => {
  stub('sudo', 'shift; exec "$@"');
  stub('apt-get', 'echo "W: Failed to fetch" >&2; echo "E: Unable to locate package chromium" >&2; exit 100');

  const { status, lines } = run();

  expect([status, lines.at(-1)]).toEqual([
    1,
    'Debian packages that npm test needs could not be installed (E: Unable to locate package chromium). Run as root, with a network: apt-get install chromium',
  ]);
  expect(lines).toHaveLength(2);
});

test('the script asks to be run as root if it may not install packages', () => {
  stub('apt-get', 'exit 100');
  for (const name of ['sh', 'ls', 'grep', 'fc-list', 'xvfb-run', 'xauth', 'promtool']) {
    const file = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
    symlinkSync(file, join(folder, 'bin', name));
  }

  expect(run({ path: `${folder}/bin`, uid: 65_534 })).toEqual({
    status: 1,
    stdout: '',
    lines: [
      'npm test needs Debian packages, and only root may install them. Run as root: apt-get install chromium',
    ],
  });
});

test('the script lists the missing programs if there is no apt-get', () => {
  symlinkSync('/bin/sh', join(folder, 'bin', 'sh'));

  const { status, lines } = run({ path: `${folder}/bin` });

  expect(status).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(
      /^npm test needs programs that are missing here\. Install these first: Chromium .*Xvfb with xvfb-run; xauth; .*promtool/,
    ),
  ]);
});
