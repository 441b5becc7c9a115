/** The words by which a backend declares in getUserInfo what it serves beyond the specification's calls. */
export type Feature =
  | 'idempotency-key'
  | 'ad-id'
  | 'order-status'
  | 'return-url'
  | 'cancel-order'
  | 'log-out'
  | 'delete-data'
  | 'delete-account'
  | 'photos'
  | 'photo-check'
  | 'template-preview'
  | 'template-by-id'
  | 'redo'
  | 'queue'
  | 'share-card'
  | 'report'
  | 'data-copy'
  | 'operator'
  | 'consent'
  | 'support-access'
  | 'client-reports'
  | 'pay-channels'
  | 'push';

/** Those of the backend in this repository; `template-preview` only with the embedded generator, `redo` unless FREE_REDOS is 0, `pay-channels` unless the sandbox sells, `push` only with VAPID keys. */
export const servedFeatures: Feature[] = [
  'idempotency-key',
  'ad-id',
  'order-status',
  'return-url',
  'log-out',
  'delete-data',
  'delete-account',
  'photos',
  'photo-check',
  'template-preview',
  'template-by-id',
  'redo',
  'queue',
  'share-card',
  'report',
  'data-copy',
  'operator',
  'consent',
  'support-access',
  'client-reports',
  'pay-channels',
  'push',
];

/** Those of them that are not switched off. */
export function featuresWith(isOn: Partial<Record<Feature, boolean>>): Feature[] {
  return servedFeatures.filter(word => isOn[word] !== false);
}
