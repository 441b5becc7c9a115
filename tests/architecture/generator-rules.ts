import { allImports, findCycles } from './imports.ts';
import type { Rule } from './rule.ts';
import { codeIn, type Tree } from './tree.ts';

/** For each zone of the generator, the other zones from which it may import values and types. */
const mayImport: Record<string, string[]> = {
  catalogue: [],
  base: ['catalogue'],
  threads: ['catalogue', 'base'],
  filters: ['base', 'threads'],
  vision: ['base'],
  scenes: ['catalogue', 'base'],
  portrait: ['catalogue', 'filters', 'vision', 'scenes'],
  photographs: ['catalogue', 'base', 'filters', 'vision', 'portrait'],
  wardrobe: ['catalogue', 'base', 'filters', 'vision', 'scenes', 'portrait'],
  techniques: ['catalogue', 'base', 'filters', 'scenes', 'portrait', 'wardrobe'],
  sitters: ['base', 'vision', 'scenes', 'portrait'],
  preview: [
    'catalogue',
    'base',
    'threads',
    'filters',
    'vision',
    'scenes',
    'portrait',
    'photographs',
    'wardrobe',
    'techniques',
    'sitters',
  ],
  templates: ['catalogue', 'base', 'scenes', 'preview'],
  local: [
    'catalogue',
    'base',
    'threads',
    'filters',
    'vision',
    'scenes',
    'portrait',
    'photographs',
    'wardrobe',
    'techniques',
    'templates',
  ],
  remote: ['base', 'templates'],
  start: ['catalogue', 'base', 'templates', 'local', 'remote'],
};

/** Zones of the files directly in `server/generator`. Files not listed here belong to the zone `base`. */
const filesOf: Record<string, string> = {
  'list-templates': 'templates',
  templates: 'templates',
  'open-generator': 'start',
  'own-template': 'start',
};

const folder = 'server/generator/';

/** Returns a file's zone: its folder, or its row in `filesOf`. */
function zoneOf(file: string): string {
  const [first = '', ...rest] = file.slice(folder.length).split('/');
  return rest.length > 0 ? first : (filesOf[first.replace(/\.ts$/, '')] ?? 'base');
}

const filesIn = (tree: Tree) => codeIn(tree, 'server').filter(file => file.startsWith(folder));

/** Limits imports between the generator's zones. */
export const generatorRules: Rule[] = [
  {
    name: 'each zone of the generator imports only from the zones listed for it in `mayImport`',
    findViolations: tree =>
      filesIn(tree).flatMap(file =>
        allImports(tree, file)
          .filter(target => target.startsWith(folder) && zoneOf(target) !== zoneOf(file))
          .filter(target => !mayImport[zoneOf(file)]?.includes(zoneOf(target)))
          .map(target => `${file} imports ${target}; ${zoneOf(file)} may not import from ${zoneOf(target)}`),
      ),
    breaks: [
      {
        files: {
          'server/generator/filters/broken.ts': "import type { Scene } from '../scenes/scene.ts';",
          'server/generator/broken.ts': "import { templates } from './templates.ts';",
        },
        says: [
          'server/generator/filters/broken.ts imports server/generator/scenes/scene.ts; filters may not import from scenes',
          'server/generator/broken.ts imports server/generator/templates.ts; base may not import from templates',
        ],
      },
    ],
  },
  {
    name: 'each zone of the generator has a row in the table of zones, and the table has no cycle',
    findViolations: tree => [
      ...[...new Set(filesIn(tree).map(zoneOf))]
        .filter(zone => !(zone in mayImport))
        .map(zone => `${folder}${zone} has no row in the table of zones`),
      ...findCycles(Object.keys(mayImport), zone => mayImport[zone] ?? []),
    ],
    breaks: [
      {
        files: { 'server/generator/extra/broken.ts': '' },
        says: ['server/generator/extra has no row in the table of zones'],
      },
    ],
  },
];
