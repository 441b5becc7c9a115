import { zoneOf } from './app-zones.ts';
import { valueImports } from './imports.ts';
import type { Rule } from './rule.ts';
import { codeIn, type Tree, withoutComments } from './tree.ts';

/** Returns a violation for each file in src that matches the pattern, except files in these zones. */
function findOutside(
  tree: Tree,
  zones: string[],
  pattern: RegExp,
  sentence: (found: string) => string,
): string[] {
  return codeIn(tree, 'src')
    .filter(file => !zones.includes(zoneOf(file)))
    .flatMap(file => {
      const found = pattern.exec(withoutComments(tree, file));
      return found ? [`${file}: ${sentence(found[0])}`] : [];
    });
}

/** Matches code that changes one of these proxies or creates one. */
function writeTo(proxies: string[]): RegExp {
  const name = String.raw`\b(?:${proxies.join('|')})`;
  const path = String.raw`(?:[?!]?\.\w+|[?!]?\.?\[[^\]]+\])`;
  const writes = [
    String.raw`${name}${path}+\s*(?:[-+*/%&|^]|\*\*|&&|\|\||\?\?)?=(?![=>])`,
    String.raw`${name}${path}+\s*(?:\+\+|--)`,
    String.raw`${name}${path}*[?!]?\.(?:push|pop|shift|unshift|splice|sort|reverse|fill)\(`,
    String.raw`\b(?:Object\.assign\(\s*|delete\s+)${name}\b`,
    String.raw`\bproxy(?:<[^>]*>)?\(`,
  ];
  return new RegExp(writes.join('|'));
}

/** Matches code that leaves the page. */
const leaving = /\blocation\.(?:assign|reload|replace)\b|\blocation(?:\.href)?\s*=(?!=)|<a\s/;
/** Files that may ask for the host: they send its name to the backend or load its code. */
const mayKnowHost = ['src/flows/app/start.ts', 'src/flows/account/send-client-events.ts'];

/** Files that may match `leaving`. The <a> in link.tsx uses leave-page.ts, and the <a> in row.tsx opens a new tab. */
const mayLeave = [
  'src/platform/leave-page.ts',
  'src/platform/leave-for-return.ts',
  'src/ui/link.tsx',
  'src/ui/row.tsx',
];

/** Restricts each browser or host feature to one place in src. */
export const appDoors: Rule[] = [
  {
    name: 'only src/state writes to its state: it exports state as read-only, and no other folder changes it',
    findViolations(tree) {
      const stateFiles = codeIn(tree, 'src').filter(file => zoneOf(file) === 'state');
      const texts = stateFiles.map(file => withoutComments(tree, file));
      const names = texts.flatMap(text =>
        [...text.matchAll(/^export const (\w+): Snapshot</gm)].map(([, name]) => name as string),
      );
      const open = stateFiles
        .filter(file => /^export (?:const|let) \w+(?:: [^=]+)? = proxy\b/m.test(withoutComments(tree, file)))
        .map(file => `${file} exports a proxy that other files could change; export it as a Snapshot`);
      return [
        ...open,
        ...findOutside(
          tree,
          ['state'],
          writeTo(names),
          found => `"${found}" writes to state; call a function of src/state`,
        ),
      ];
    },
    broken: {
      'src/state/broken.ts': 'export const broken = proxy<Broken>({});',
      'src/flows/one.ts': 'session.user = null;',
      'src/flows/two.ts': 'wizard.photos[0]!.status ??= done;',
      'src/flows/three.ts': 'favourites.ids.push(id);',
      'src/flows/four.ts': 'Object.assign(payment, order);',
      'src/flows/five.ts': 'delete tryOns.pictures[1];',
      'src/flows/six.ts': 'const own = proxy({});',
    },
    fine: { 'src/flows/seven.ts': 'const isSame = session.user === null || making.job == wizard.job;' },
  },
  {
    name: 'only src/platform uses storage, the service worker and the large SDKs',
    findViolations: tree =>
      findOutside(
        tree,
        ['platform'],
        /\b(localStorage|sessionStorage|indexedDB|idb-keyval|caches|cookie|serviceWorker|workbox-[\w-]+|ali-oss|hash-wasm|weixin-js-sdk)\b(?!s)/,
        found => `uses ${found}, which belongs to src/platform`,
      ),
    broken: {
      'src/flows/one.ts': "localStorage.setItem('a', 'b');",
      'src/ui/two.ts': "await import('ali-oss');",
      'src/app/three.ts':
        "// sessionStorage\n/* indexedDB */ const accept = 'image/*'; await caches.open('tyy'); /* */",
    },
  },
  {
    name: 'only leave-page.ts leaves the page, because in WebKit a page left during a write blocks the database',
    findViolations: tree =>
      codeIn(tree, 'src')
        .filter(file => !mayLeave.includes(file))
        .flatMap(file => {
          const found = leaving.exec(withoutComments(tree, file));
          return found ? [`${file}: "${found[0]}" leaves the page; use Link or leave-page.ts`] : [];
        }),
    broken: {
      'src/main.tsx': 'location.reload();',
      'src/flows/one.ts': 'window.location.assign(address);',
      'src/flows/two.ts': 'const href = location.href === address; location.href = address;',
      'src/flows/three.ts': 'window.location = address;',
      'src/ui/four.tsx': 'const link = <a className={styles.link} href={address}>more</a>;',
    },
    fine: { 'src/flows/five.ts': 'const { location } = page; const isHere = location == page;' },
  },
  {
    name: 'outside src/platform, only the app’s start and its client events ask which host the app runs in',
    findViolations: tree =>
      codeIn(tree, 'src')
        .filter(file => zoneOf(file) !== 'platform' && !mayKnowHost.includes(file))
        .filter(
          file =>
            valueImports(tree, file).includes('src/platform/host.ts') ||
            /\buserAgent/.test(withoutComments(tree, file)),
        )
        .map(
          file =>
            `${file} asks which host the app runs in; move the difference to src/platform/bridge/bridge.ts`,
        ),
    broken: {
      'src/screens/home/home.tsx': "import { host } from '../../platform/host.ts';",
      'src/ui/broken.ts': 'const isPhone = /Mobile/.test(navigator.userAgent);',
    },
  },
  {
    name: 'only src/api calls the API, and only src/platform sends other requests',
    findViolations: tree =>
      findOutside(
        tree,
        ['api', 'platform'],
        /\bfetch\(|\bXMLHttpRequest\b|\bsendBeacon\b|\bEventSource\b|\bWebSocket\b/,
        found => `"${found}" sends a request; that belongs to src/api`,
      ),
    broken: {
      'src/flows/broken.ts': 'await fetch(address);',
      'src/ui/broken.ts': 'new XMLHttpRequest();',
    },
  },
];
