import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
let chromium: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tyy-programs-'));
  chromium = join(folder, 'chromium');
  mkdirSync(join(folder, 'bin'));
  for (const name of ['options.mjs', 'test-programs.mjs']) cpSync(`scripts/${name}`, join(folder, name));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Replaces a system program by a shell script. */
function stub(name: string, script: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** Runs the script as if only Chromium were missing. */
function run(path = `${folder}/bin:${process.env.PATH}`) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'test-programs.mjs')], {
    encoding: 'utf8',
    cwd: '/',
    env: { PATH: path, CHROMIUM: chromium },
  });
  return { status, stdout, lines: stderr.trim().split('\n').filter(Boolean) };
}

test('on Debian, test-programs.mjs announces that packages are missing, then installs them', () => {
  stub('sudo', 'shift; exec "$@"');
  stub('apt-get', `echo "$@" >> ${folder}/done; case "$*" in *install*) touch ${chromium};; esac`);

  const { status, lines } = run();

  expect(status).toBe(0);
  expect(lines).toEqual([
    expect.stringMatching(
      /^npm test needs Debian packages that are missing\. It runs now: .*apt-get .* chromium'$/,
    ),
  ]);
  expect(readFileSync(join(folder, 'done'), 'utf8').trim().split('\n')).toEqual([
    '-o DPkg::Lock::Timeout=300 update -qq',
    '-o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends chromium',
  ]);
  expect(run()).toEqual({ status: 0, stdout: '', lines: [] });
});

test('without apt-get, test-programs.mjs fails and lists the missing programs', () => {
  symlinkSync('/bin/sh', join(folder, 'bin', 'sh'));

  const { status, lines } = run(`${folder}/bin`);

  expect(status).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(
      /^npm test needs programs that are missing here\. Install these first: Chromium .*Xvfb with xvfb-run; xauth; .*promtool/,
    ),
  ]);
});
