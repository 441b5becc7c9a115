import { createRequire } from 'node:module';
import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data';
import type { ChildNode, Root } from 'postcss';

// Required: Vitest would take two minutes to transform an import of its data.
const bcd: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data');

/** The oldest engines that the build is for (`build.target` of vite.config.ts); every iPhone with iOS 14 can have 14.5. */
const floor = { chrome: 87, firefox: 78, safari_ios: 14.5 } as const;

const versionOf = (text: unknown) =>
  typeof text === 'string' ? Number.parseFloat(text.replace('≤', '')) : NaN;

/** Whether one of the oldest engines lacks a feature. A prefix or another name counts only in stylesheets. */
export function isNewer({ support }: CompatStatement, { prefixes = false } = {}): boolean {
  return Object.entries(floor).some(([browser, oldest]) => {
    const found = [support[browser as keyof typeof floor] ?? []].flat();
    return !found.some(
      ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: other }) =>
        versionOf(added) <= oldest &&
        !(versionOf(removed) <= oldest) &&
        !flags &&
        (prefixes || !(prefix || other)),
    );
  });
}

/** What a script can name: interfaces and objects with their members, by the data of MDN. */
interface ScriptFeature {
  owner: string;
  name: string;
  kind: 'global' | 'static' | 'member' | 'event';
  isBuiltIn: boolean;
  isNewer: boolean;
}

const entriesOf = (node: Identifier) =>
  Object.entries(node).filter(([name]) => name !== '__compat') as [string, Identifier][];

function featuresOf(root: Identifier, isBuiltIn: boolean): ScriptFeature[] {
  return entriesOf(root).flatMap(([owner, node]) => {
    const own: ScriptFeature[] = node.__compat
      ? [{ owner: '', name: owner, kind: 'global', isBuiltIn, isNewer: isNewer(node.__compat) }]
      : [];
    const members = entriesOf(node).flatMap(([name, { __compat }]): ScriptFeature[] => {
      const [, base, suffix] = name.match(/^([A-Za-z]\w*?)(_static|_event)?$/) ?? [];
      if (!__compat || !base || base.includes('_')) return [];
      const kind = suffix === '_static' ? 'static' : suffix === '_event' ? 'event' : 'member';
      // A member of an interface that is newer itself is named with it.
      return [{ owner, name: base, kind, isBuiltIn, isNewer: isNewer(__compat) }];
    });
    return [...own, ...members];
  });
}

/** What the engines without a feature do with it, in the words of a script. */
const withoutSignals = `{
    const { addEventListener: add } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (name, listener, options) {
      return add.call(this, name, listener, options?.signal ? { ...options, signal: undefined } : options);
    };
  }`;

export const scriptFeatures: ScriptFeature[] = [
  ...featuresOf(bcd.api as Identifier, false),
  ...featuresOf(bcd.javascript.builtins as Identifier, true),
];

/** The objects whose members are global names. */
const globalObjects = [
  'Window',
  'WorkerGlobalScope',
  'ServiceWorkerGlobalScope',
  'DedicatedWorkerGlobalScope',
];

const isGlobal = ({ owner }: ScriptFeature) => !owner || globalObjects.includes(owner);
const olderGlobals = new Set(
  scriptFeatures.filter(feature => isGlobal(feature) && !feature.isNewer).map(({ name }) => name),
);

/** The global names that are newer, whichever kind of page or worker has them. */
export const newerGlobals = new Set(
  scriptFeatures
    .filter(feature => isGlobal(feature) && feature.kind !== 'event' && !olderGlobals.has(feature.name))
    .map(({ name }) => name),
);

/** Playwright's own scripts name these in the page. */
const ofPlaywright = ['BigInt64Array', 'BigUint64Array'];

/** A script that takes all that is newer than the floor out of a page or a worker, whatever the engine is. */
export function olderEngineScript(): string {
  const members = scriptFeatures
    .filter(feature => feature.isNewer && feature.kind !== 'event' && !isGlobal(feature))
    .map(({ owner, name }) => [owner, name]);
  const globals = [...newerGlobals].filter(name => !ofPlaywright.includes(name));
  return `(() => {
    const remove = (object, name) => {
      try { if (object) delete object[name]; } catch {}
    };
    for (const [owner, name] of ${JSON.stringify(members)}) {
      remove(globalThis[owner], name);
      remove(globalThis[owner]?.prototype, name);
    }
    for (const name of ${JSON.stringify(globals)}) {
      remove(globalThis, name);
      remove(Object.getPrototypeOf(globalThis), name);
    }
    ${withoutSignals}
  })();\n`;
}

/** Units and functions that are newer than the floor; MDN's data has them among types whose names differ from theirs. */
const newerUnits = /\d(?:[dsl]v[hwib]|vi|vb|cq\w+|r?lh|cap|ic)\b/;
const newerFunctions =
  /\b(?:color-mix|light-dark|oklch|oklab|lch|lab|hwb|color|round|mod|rem|abs|sign|image-set|linear|anchor)\(/;

/** The parts of a stylesheet that are newer than the floor, each with a name for what it needs. */
export function newerStyles(sheet: Root): { id: string; node: ChildNode }[] {
  const { 'at-rules': atRules = {}, properties = {}, selectors = {} } = bcd.css;
  const found: { id: string; node: ChildNode }[] = [];
  const check = (id: string, node: ChildNode, feature: Identifier | undefined) => {
    if (feature?.__compat && isNewer(feature.__compat, { prefixes: true })) found.push({ id, node });
    return feature;
  };
  sheet.walk(node => {
    if (node.type === 'atrule') check(`@${node.name}`, node, atRules[node.name]);
    if (node.type === 'rule')
      for (const [, name] of node.selector.matchAll(/(?<!\\):{1,2}([a-z-]+)/g))
        check(`:${name}`, node, selectors[name!]);
    if (node.type !== 'decl' || node.prop.startsWith('-webkit-')) return;
    const property = check(node.prop, node, properties[node.prop]);
    for (const [word] of node.value.matchAll(/[a-z][a-z-]+/g))
      check(`${node.prop}: ${word}`, node, property?.[word]);
    for (const newer of [newerUnits, newerFunctions]) {
      const [text] = node.value.match(newer) ?? [];
      if (text) found.push({ id: text.replace(/^\d/, ''), node });
    }
  });
  return found;
}
