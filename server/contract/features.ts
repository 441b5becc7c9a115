/** Words that a backend declares in getUserInfo for what it serves beyond the specification. */
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

/**
 * Features of this backend. `template-preview` needs the embedded generator, `redo` a FREE_REDOS above 0, `push` VAPID
 * keys; `pay-channels` is absent while the sandbox sells.
 */
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

export function featuresWith(isOn: Partial<Record<Feature, boolean>>): Feature[] {
  return servedFeatures.filter(word => isOn[word] !== false);
}
