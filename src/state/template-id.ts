/** What names a template: a number, or a text of an API that counts in none. */
export type TemplateId = number | string;
