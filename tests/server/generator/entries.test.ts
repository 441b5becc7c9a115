import { Type } from 'typebox';
import Value from 'typebox/value';
import { expect, it } from 'vitest';
import { builtIn } from '../../../server/generator/entries/built-in.ts';
import costumes from '../../../server/generator/entries/costumes.json' with { type: 'json' };
import { Costumes, Templates } from '../../../server/generator/entries/entry.ts';
import { Sitter } from '../../../server/generator/sitters/sitter.ts';
import { people } from '../../../server/generator/sitters/sitter-of.ts';

it.each([
  ['templates', Templates, builtIn],
  ['costumes', Costumes, costumes],
  ['sitters', Type.Array(Sitter), people],
])('the data of the %s has all fields and colours of its schema, and no others', (_, schema, data) => {
  expect(Value.Errors(schema, data)).toEqual([]);
});
