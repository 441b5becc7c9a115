import path from 'node:path';
import type { Rule } from './rule.ts';
import { codeIn, isArt, type Tree, withoutComments } from './tree.ts';

/** Exempt files, which are named after their kind or after a module that they replace. */
const kinds = [
  /(^|\/)routes\.ts$|\.d\.ts$/,
  /\/(assembly|ali-oss-slim)\//,
  /-(tables?|messages|worker|protocol)\.ts$/,
];

/** Files exempt from the rule: their name is the common subject of their exports. Delete rows that are not needed. */
const subjects = [
  'scripts/attack/attackers.ts',
  'scripts/note-build.mjs',
  'scripts/process-settings.mjs',
  'server/desk/desk-socket.ts',
  'server/generator/remote/comfyui-errors.ts',
  'server/generator/remote/comfyui-generator.ts',
  'server/generator/remote/comfyui-workflow.ts',
  'server/generator/remote/dashscope-generator.ts',
  'server/generator/remote/remote-pictures.ts',
  'server/http/limits/limiters.ts',
  'server/money/ledger.ts',
  'server/sandbox/shell/page/check-channel.ts',
  'server/sandbox/shell/page/native.ts',
  'server/sandbox/shell/page/payments.ts',
  'server/settings/config.ts',
  'server/settings/provider-config.ts',
  'server/settings/setting-kinds.ts',
  'server/store/oss/oss-authorize.ts',
  'server/store/signed-address.ts',
  'src/api/account-data.ts',
  'src/api/billing-data.ts',
  'src/api/billing.ts',
  'src/flows/lists/known-lists.ts',
  'src/flows/money/pay.ts',
  'src/flows/draft/wizard-steps.ts',
  'src/i18n/i18n.ts',
  'src/platform/bridge/bridge-replies.ts',
  'src/platform/navigation.ts',
  'src/platform/notifications.ts',
  'src/prerender.tsx',
  'sw/named-pictures.ts',
  'vite-plugins/prerender/page-parts.ts',
];

const isKind = (file: string) => kinds.some(pattern => pattern.test(file));

/** Words that an export may add before its file's name. */
const before = ['open', 'get', 'parse', 'render', 'serve', 'start', 'load'];
const behind = ['of', 'routes', 'layout', 'templates', 'calls', 'settings', 'rules', 'parser'];

/** Words at the end of a file's name that the export may omit. */
const fileKinds = ['data', 'type'];

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-.]/);

/** Removes a plural or verb ending. */
const stem = (word: string): string => word.replace(/(ies|y)$/, 'i').replace(/(es|s|ed|ing|e)$/, '');

function exportsOf(tree: Tree, file: string): { values: string[]; types: string[] } {
  const text = withoutComments(tree, file);
  const found = (kinds: string) =>
    [...text.matchAll(new RegExp(`^export (?:default )?(?:async )?(?:${kinds}) (\\w+)`, 'gm'))].map(
      ([, name]) => name as string,
    );
  return { values: found('function\\*?|const|let|class'), types: found('interface|type') };
}

/** Returns an error if a file's name does not fit its exports; otherwise null. */
function misnamed(tree: Tree, file: string): string | null {
  const { values, types } = exportsOf(tree, file);
  const all = values.length > 0 ? [...values, ...types] : types;
  const name = wordsOf(path.basename(file).replace(/\.\w+$/, ''));
  const main = values.length === 1 ? values : values.length === 0 && types.length === 1 ? types : null;
  if (all.length === 0) return null;
  if (main) {
    const words = wordsOf(main[0] as string).map(stem);
    const shorter = [
      words,
      before.map(stem).includes(words[0] ?? '') ? words.slice(1) : words,
      behind.map(stem).includes(words.at(-1) ?? '') ? words.slice(0, -1) : words,
    ];
    const names = [name, name.filter((word, place) => place < name.length - 1 || !fileKinds.includes(word))];
    return shorter.some(one => names.some(each => each.map(stem).join('-') === one.join('-')))
      ? null
      : `exports ${main[0]}`;
  }
  const said = new Set(all.flatMap(wordsOf).map(stem));
  const missing = name
    .filter((word, place) => !fileKinds.includes(word) || place < name.length - 1)
    .filter(word => !said.has(stem(word)));
  return missing.length > 0
    ? `has ${missing.join(', ')} in its name, but its exports do not (${values.join(' ')})`
    : null;
}

export const nameRules: Rule[] = [
  {
    name: 'a file is named after its only export, or with words that its exports contain',
    findViolations: tree =>
      codeIn(tree, 'src', 'server', 'sw', 'scripts', 'tools', 'vite-plugins')
        .filter(file => !isArt(file) && !isKind(file))
        .flatMap(file => {
          const problem = misnamed(tree, file);
          if (subjects.includes(file)) return problem ? [] : [`${file} needs no exemption`];
          return problem ? [`${file} ${problem}`] : [];
        })
        .concat(
          subjects
            .filter(file => !tree.files.includes(file))
            .map(file => `${file} is exempt but does not exist`),
        ),
    broken: {
      'src/flows/broken.ts': 'export function other() {}',
      'server/http/two.ts': 'export const one = 1;\nexport const three = 3;',
      'src/ui/broken-type.ts': 'export interface Other {}',
      'src/flows/money/pay.ts': 'export function pay() {}',
    },
  },
];
