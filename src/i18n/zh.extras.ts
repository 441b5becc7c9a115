import type { words as english } from './en.extras.ts';
import type { Translation } from './text-key.ts';

/** What the parts say that are downloaded after their screen, in Chinese. */
export const words = {
  'support.copy': '复制给客服的信息',
  'support.copied': '已复制，粘贴到给客服的消息里即可',
  'support.by-hand': '请长按下方文字进行复制',
  'support.nothing-personal': '以下就是粘贴给客服的内容，不含任何个人信息。',
  'photos.title': '您的照片',
  'photos.none': '服务器上没有您的照片。',
  'photos.stored_other': '已保存 {count} 张照片（{size}），仅用于制作您的写真。',
  'photos.since': '上传于 {day}',
  'photos.until': '{day} 自动删除',
  'photos.erase-one': '删除第 {number} 张照片',
  'photos.erase-all': '删除全部照片',
  'photos.erase-title_other': '删除这 {count} 张照片？',
  'photos.erase-text': '照片会立即从服务器删除，无法恢复；已完成的写真不受影响。',
  'photos.erase': '删除',
  'photos.receipt': '删除凭据',
  'photos.erased_other': '{count} 张照片（{size}）已于 {time} 永久删除。',
} satisfies Translation<typeof english>;
