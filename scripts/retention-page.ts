import { type Kept, retention } from './retention.ts';

const rows = (list: Record<string, Kept>) =>
  Object.entries(list)
    .map(
      ([name, { purpose, until, removedBy }]) =>
        `| \`${name}\` | ${purpose} | ${until} | ${removedBy ? `\`${removedBy}\`` : ''} |`,
    )
    .join('\n');

/** Text of docs/retention.md, generated from `retention`. */
export function retentionPage(): string {
  return `# Which data is stored, and for how long

This page lists every table and every folder: its contents, when they are removed, and the code that removes them.
\`npm run docs\` writes it from \`scripts/retention.ts\`. A test compares the lists with the real tables and folders, fills
each of them, and checks that the contents are removed.

## Tables

| table | contents | until | removed by |
| --- | --- | --- | --- |
${rows(retention.tables)}

## Folders of DATA_DIR

With \`OSS_…\` the folders in \`objects\` are in the bucket instead.

| folder or file | contents | until | removed by |
| --- | --- | --- | --- |
${rows(retention.folders)}
`;
}
