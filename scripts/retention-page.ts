import { type Kept, retention } from './retention.ts';

const rows = (list: Record<string, Kept>) =>
  Object.entries(list)
    .map(
      ([name, { purpose, until, removedBy }]) =>
        `| \`${name}\` | ${purpose} | ${until} | ${removedBy ? `\`${removedBy}\`` : ''} |`,
    )
    .join('\n');

/** docs/retention.md, generated from `retention`. */
export function retentionPage(): string {
  return `# What is kept, and how long

Every table and every folder, with what it is for, until when it stays, and what removes it. This page is printed from \`scripts/retention.ts\` by \`npm run docs\`;
a test compares it with the tables and folders that there are, makes one of each, and sees it go.

## Tables

| table | for | until | removed by |
| --- | --- | --- | --- |
${rows(retention.tables)}

## Folders of DATA_DIR

With \`OSS_…\` what lies in \`objects\` here lies in the bucket.

| folder or file | for | until | removed by |
| --- | --- | --- | --- |
${rows(retention.folders)}
`;
}
