/** Names of features beyond the specification. A backend lists its features in the response to getUserInfo. */
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
 * All features that this backend can have. Some depend on the configuration: `template-preview` on the embedded
 * generator, `redo` on FREE_REDOS above 0, `push` on VAPID keys, and `pay-channels` on real payment providers instead
 * of the sandbox.
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
