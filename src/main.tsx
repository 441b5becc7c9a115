import './tokens.css';
import './base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { start } from './flows/start.ts';

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no #app');

start().then(() => createRoot(container).render(<App />));
