import { createRequire } from 'node:module';
import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data';

// Use `createRequire`, because Vitest takes two minutes to transform an import of these data.
const bcd: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data');

/**
 * The oldest supported engines (`build.target` in vite.config.ts). Every iPhone with iOS 14 can be updated to 14.5.
 */
const floor = { chrome: 87, firefox: 78, safari_ios: 14.5 } as const;

const versionOf = (text: unknown) =>
  typeof text === 'string' ? Number.parseFloat(text.replace('≤', '')) : NaN;

/** True if one of the oldest engines lacks a feature, or has it only with a prefix or under another name. */
function isNewer({ support }: CompatStatement): boolean {
  return Object.entries(floor).some(([browser, oldest]) => {
    const found = [support[browser as keyof typeof floor] ?? []].flat();
    return !found.some(
      ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: other }) =>
        versionOf(added) <= oldest && !(versionOf(removed) <= oldest) && !flags && !(prefix || other),
    );
  });
}

/** A script feature in MDN's data: an interface, an object, or a member of either. */
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
      return [{ owner, name: base, kind, isBuiltIn, isNewer: isNewer(__compat) }];
    });
    return [...own, ...members];
  });
}

export const scriptFeatures: ScriptFeature[] = [
  ...featuresOf(bcd.api as Identifier, false),
  ...featuresOf(bcd.javascript.builtins as Identifier, true),
];

/** Objects whose members are global names. */
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

/** Newer global names in pages and all kinds of workers. */
export const newerGlobals = new Set(
  scriptFeatures
    .filter(feature => isGlobal(feature) && feature.kind !== 'event' && !olderGlobals.has(feature.name))
    .map(({ name }) => name),
);

/** CSS features by their path in MDN's data. In `types`, only the last name counts. */
function stylesOf(node: Identifier, names: string[]): [string, CompatStatement][] {
  return entriesOf(node).flatMap(([name, child]): [string, CompatStatement][] => {
    const path =
      names[0] === 'types' && name !== 'length' && names[1] !== 'length' ? ['types', name] : [...names, name];
    return [
      ...(child.__compat ? [[path.join(' '), child.__compat] as [string, CompatStatement]] : []),
      ...stylesOf(child, path),
    ];
  });
}
const newerStyles = new Set(
  stylesOf(bcd.css as Identifier, [])
    .filter(([, statement]) => isNewer(statement))
    .map(([names]) => names),
);

/** True if a property, keyword, function, unit, selector or at-rule is newer than the oldest engines. */
export const newerStyle = (...names: string[]): boolean => newerStyles.has(names.join(' '));
