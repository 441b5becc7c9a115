import { zoneOf } from './app-zones.ts';
import { valueImports } from './imports.ts';
import type { Rule } from './rule.ts';
import { codeIn, withoutComments } from './tree.ts';

/** True for files with tolerant parsers, which accept API data in every form that the specification allows. */
const isReader = (file: string) => /^src\/api\/(data|envelope|[\w-]+-data)\.ts$/.test(file);

/** Strict parsers for our own saved data. They would refuse valid data from other backends. */
const strict = ['number', 'unixTime', 'numberOrText', 'array', 'optional', 'nullable', 'tuple', 'json'];

/** These files use strict parsers to build the tolerant ones or to read our own files. */
const mayBeStrict = ['src/api/data.ts', 'src/api/time.ts', 'src/api/apps.ts'];

/** API data must be read with the tolerant parsers, and saved data with the strict parsers. */
export const readerRules: Rule[] = [
  {
    name: 'only src/api uses the tolerant parsers, which are for API data',
    findViolations: tree =>
      codeIn(tree, 'src')
        .filter(file => zoneOf(file) !== 'api')
        .flatMap(file =>
          valueImports(tree, file)
            .filter(isReader)
            .map(reader => `${file} reads with ${reader}; read saved data with src/platform/parse.ts`),
        ),
    broken: {
      'src/state/broken.ts': "import { maybe, number } from '../api/data.ts';",
      'src/flows/broken.ts': "import { parseJobs } from '../api/job-data.ts';",
    },
    fine: { 'src/screens/fine.ts': "import type { JobData } from '../api/job-data.ts';" },
  },
  {
    name: 'src/api reads numbers, times, lists and optional values only with the tolerant parsers',
    findViolations: tree =>
      codeIn(tree, 'src')
        .filter(file => zoneOf(file) === 'api' && !mayBeStrict.includes(file))
        .flatMap(file =>
          [...withoutComments(tree, file).matchAll(/import {([^}]*)} from '[./]+platform\/parse\.ts'/g)]
            .flatMap(([, names = '']) => names.split(','))
            .map(name => name.trim().split(' ')[0] as string)
            .filter(name => strict.includes(name))
            .map(name => `${file} reads with the strict ${name}; use the parser of src/api/data.ts`),
        ),
    broken: {
      'src/api/one.ts': "import { array, object } from '../platform/parse.ts';",
      'src/api/two.ts': "import { object, number as count } from '../platform/parse.ts';",
    },
    fine: { 'src/api/fine.ts': "import { number } from './data.ts';" },
  },
];
