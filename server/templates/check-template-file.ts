import { type TProperties, type TSchema, Type } from 'typebox';
import Value from 'typebox/value';
import { OwnTemplateFile } from './own-template-schema.ts';

/** What is wrong with the content of a template.json: one sentence a mistake, with the field's name; empty when it is right. */
export function checkTemplateFile(content: unknown): string[] {
  return mistakesIn(OwnTemplateFile, content, '');
}

function mistakesIn(schema: TSchema & { properties: TProperties }, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [`${path || 'the content'} must be an object, not ${JSON.stringify(value)}.`];
  }
  const given = value as Record<string, unknown>;
  const unknown = Object.keys(given)
    .filter(name => !(name in schema.properties))
    .map(name => `${path}${name} is no field: the fields are ${Object.keys(schema.properties).join(', ')}.`);
  const wrong = Object.entries(schema.properties).flatMap(([name, field]) => {
    if (given[name] === undefined)
      return Type.IsOptional(field) ? [] : [`${path}${name} is missing: it must be ${allowedOf(field)}.`];
    if ('properties' in field) {
      return mistakesIn(field as TSchema & { properties: TProperties }, given[name], `${path}${name}.`);
    }
    if (Value.Check(field, given[name])) return [];
    return [`${path}${name} must be ${allowedOf(field)}, not ${JSON.stringify(given[name])}.`];
  });
  return [...unknown, ...wrong];
}

function allowedOf(field: TSchema): string {
  return String((field as { allowed?: string }).allowed);
}
