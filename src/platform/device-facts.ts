import { bridge } from './bridge/bridge.ts';
import { connection } from './connection.ts';
import { host } from './host.ts';

/** Facts about host and device for support requests, as lines of English text. */
export function deviceFacts(): string[] {
  const { userAgent, onLine } = navigator;
  const { effectiveType = 'online', saveData } = connection();
  const installed = matchMedia('(display-mode: standalone)').matches ? ', installed' : '';
  const saving = saveData ? ', saves data' : '';
  return [
    `Host: ${host}${installed}`,
    `Browser: ${userAgent}`,
    `Screen: ${innerWidth} × ${innerHeight}, pixel ratio ${devicePixelRatio}`,
    `Network: ${onLine ? effectiveType : 'offline'}${saving}`,
    `Supports: ${namesOf(capabilities())}`,
    `Bridge: ${namesOf(bridge)}`,
  ];
}

function capabilities(): Record<string, unknown> {
  return {
    'service worker': 'serviceWorker' in navigator && navigator.serviceWorker,
    caches: 'caches' in globalThis,
    indexedDB: 'indexedDB' in globalThis,
    'local storage': storageWorks(),
    worker: 'Worker' in globalThis,
    'offscreen canvas': 'OffscreenCanvas' in globalThis,
    WebAssembly: 'WebAssembly' in globalThis,
    camera: navigator.mediaDevices?.getUserMedia,
    share: navigator.share,
    'share files': navigator.canShare,
    clipboard: navigator.clipboard,
    notifications: 'Notification' in globalThis,
  };
}

function storageWorks(): boolean {
  try {
    return localStorage.length >= 0;
  } catch {
    return false;
  }
}

function namesOf(things: object): string {
  const present = Object.entries(things).filter(([, thing]) => thing);
  return present.map(([name]) => name).join(', ') || 'nothing';
}
