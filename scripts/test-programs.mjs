/**
 * Checks for the programs that `npm test` needs besides npm packages: browsers, a database, fonts. On Debian, announces
 * and installs missing programs, as root or with sudo. Elsewhere, lists them and exits with 1. Must work before npm
 * packages are installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readOptions } from './options.mjs';

readOptions({});

const inPath = program => () => runs('sh', '-c', `command -v ${program}`);
const isFile = (setting, usual) => () => existsSync(process.env[setting] ?? usual);

/** Debian package, name on other systems, and a function that checks whether it is installed. */
const programs = [
  ['chromium', 'Chromium (CHROMIUM may name its file)', isFile('CHROMIUM', '/usr/bin/chromium')],
  [
    'chromium-headless-shell',
    'the headless shell of Chromium (HEADLESS_SHELL may name its file)',
    isFile('HEADLESS_SHELL', '/usr/bin/chromium-headless-shell'),
  ],
  ['firefox-esr', 'Firefox (FIREFOX may name its file)', isFile('FIREFOX', '/usr/bin/firefox-esr')],
  ['python3-gi', 'PyGObject for /usr/bin/python3', () => runs('/usr/bin/python3', '-c', 'import gi')],
  [
    'gir1.2-webkit2-4.1',
    'WebKitGTK 4.1 with its typelib',
    () => runs('/usr/bin/python3', '-c', "import gi; gi.require_version('WebKit2', '4.1')"),
  ],
  ['xvfb', 'Xvfb with xvfb-run', inPath('xvfb-run')],
  ['xauth', 'xauth', inPath('xauth')],
  [
    'postgresql',
    'PostgreSQL with initdb',
    () =>
      ['/usr/bin', '/usr/local/bin'].some(folder => existsSync(`${folder}/initdb`)) ||
      runs('sh', '-c', 'ls /usr/lib/postgresql/*/bin/initdb'),
  ],
  ['pgbouncer', 'PgBouncer in /usr/sbin', () => existsSync('/usr/sbin/pgbouncer')],
  ['nginx-light', 'nginx in /usr/sbin', () => existsSync('/usr/sbin/nginx')],
  ['prometheus', 'promtool of Prometheus', inPath('promtool')],
  [
    'fonts-noto-cjk',
    'the fonts Noto Sans CJK',
    () => runs('sh', '-c', 'fc-list | grep -q "Noto Sans CJK SC"'),
  ],
];

const missing = findMissing();
if (missing.length > 0) {
  if (inPath('apt-get')()) installOnDebian(missing.map(([name]) => name));
  else
    end(
      `npm test needs programs that are missing here. Install these first: ${missing.map(([, what]) => what).join('; ')}.`,
    );
}

function installOnDebian(names) {
  const apt = `apt-get -o DPkg::Lock::Timeout=300`;
  const install = `${apt} update -qq && DEBIAN_FRONTEND=noninteractive ${apt} install -y -qq --no-install-recommends ${names.join(' ')}`;
  const isRoot = process.getuid() === 0;
  // Without a terminal, sudo cannot ask for a password.
  const sudo = process.stdin.isTTY ? ['sudo'] : ['sudo', '-n'];
  if (!isRoot && !inPath('sudo')()) {
    end(
      `npm test needs Debian packages, and only root may install them. Run as root: apt-get install ${names.join(' ')}`,
    );
  }
  const [program, ...words] = [...(isRoot ? [] : sudo), 'sh', '-c', install];
  console.warn(
    `npm test needs Debian packages that are missing. It runs now: ${[program, ...words.slice(0, -1)].join(' ')} '${install}'`,
  );
  const { status, stderr } = spawnSync(program, words, {
    stdio: ['inherit', 'inherit', 'pipe'],
    encoding: 'utf8',
  });
  const still = findMissing().map(([name]) => name);
  if (status === 0 && still.length === 0) return;
  const [reason = 'the command failed'] = stderr.split('\n').filter(line => /^(E:|sudo:)/.test(line));
  end(
    `Debian packages that npm test needs could not be installed (${reason.trim()}). Run as root, with a network: apt-get install ${still.join(' ')}`,
  );
}

function findMissing() {
  return programs.filter(([, , isHere]) => !isHere());
}

function runs(program, ...words) {
  return spawnSync(program, words, { stdio: 'ignore' }).status === 0;
}

function end(sentence) {
  console.error(sentence);
  process.exit(1);
}
