import { calls } from '../../server/contract/calls.ts';
import type { Rule } from './rule.ts';
import { codeIn, withoutComments } from './tree.ts';

const featureCalls = Object.entries(calls).flatMap(([name, call]) =>
  'feature' in call ? [{ name, feature: call.feature }] : [],
);

export const callRules: Rule[] = [
  {
    name: 'only src/api/address.ts contains addresses of the API',
    findViolations: tree =>
      codeIn(tree, 'src')
        .filter(file => file !== 'src/api/address.ts' && /['"`/]v1\//.test(withoutComments(tree, file)))
        .map(file => `${file} contains an address of the API; use the name of the call`),
    broken: { 'src/api/broken.ts': 'const address = "/v1/pics";' },
  },
  {
    name: 'a call beyond the specification is made only with the name of its feature',
    findViolations: tree =>
      codeIn(tree, 'src').flatMap(file =>
        [...withoutComments(tree, file).matchAll(/\b(?:get|post)\(\s*'(\w+)'[^;]*;/g)].flatMap(
          ([text, made]) => {
            const call = featureCalls.find(({ name }) => name === made);
            if (!call || text.includes(`feature: '${call.feature}'`)) return [];
            return [`${file} calls ${made} without { feature: '${call.feature}' }`];
          },
        ),
      ),
    broken: {
      'src/api/one.ts': "await get('getPhotos', {}, list, { feature: 'redo' });",
      'src/api/two.ts': "await post(\n  'logout',\n  {});",
    },
  },
  {
    name: 'a header beyond the specification is sent only with the name of its feature',
    findViolations: tree =>
      codeIn(tree, 'src').flatMap(file => {
        const text = withoutComments(tree, file);
        const isGated = /feature: 'idempotency-key'|hasFeature\('idempotency-key'\)/.test(text);
        return /idempotency-key/i.test(text) && !isGated
          ? [`${file} sends Idempotency-Key without its feature`]
          : [];
      }),
    broken: { 'src/api/broken.ts': "const headers = { 'Idempotency-Key': attemptId };" },
  },
];
