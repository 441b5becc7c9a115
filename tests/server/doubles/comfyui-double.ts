import { randomUUID } from 'node:crypto';
import { type DoubleRequest, type HttpDouble, openHttpDouble } from './http-double.ts';

interface Prompt {
  number: number;
  id: string;
  workflow: Record<string, { class_type: string; inputs: Record<string, unknown> }>;
  state: 'waiting' | 'running' | 'success' | 'error';
}

/** A ComfyUI server that works on its queue when the test says so. */
export interface ComfyuiDouble extends HttpDouble {
  uploads: Map<string, string>;
  prompts: Prompt[];
  interrupted: string[];
  /** What every finished prompt has made. */
  picture: Buffer;
  /** Ends the prompt that runs, and begins the next; with `auto` it happens at each look at the queue. */
  step(state?: 'success' | 'error'): void;
  auto: boolean;
  /** Puts somebody else's prompt on the queue. */
  addStranger(): void;
  /** Servers before 2025 give ids of their own. */
  takesIds: boolean;
  /** Forgets everything, as a new start does. */
  restart(): void;
}

/** Opens one. */
export async function openComfyuiDouble(picture: Buffer): Promise<ComfyuiDouble> {
  const http = await openHttpDouble(request => answerTo(request));

  function answerTo({ method, url, body, headers }: DoubleRequest) {
    const route = `${method} ${url.pathname}`;
    if (route === 'POST /upload/image') return upload(body, String(headers['content-type']));
    if (route === 'POST /prompt') return queue(JSON.parse(body.toString()));
    if (route === 'GET /queue') {
      if (double.auto) double.step();
      return { body: { queue_running: entries('running'), queue_pending: entries('waiting').reverse() } };
    }
    if (route === 'POST /queue') {
      const { delete: ids } = JSON.parse(body.toString()) as { delete: string[] };
      double.prompts = double.prompts.filter(({ id, state }) => state !== 'waiting' || !ids.includes(id));
      return {};
    }
    if (route === 'POST /interrupt') {
      const { prompt_id } = JSON.parse(body.toString()) as { prompt_id: string };
      double.interrupted.push(prompt_id);
      double.prompts = double.prompts.filter(({ id }) => id !== prompt_id);
      return {};
    }
    if (url.pathname.startsWith('/history/'))
      return { body: history(url.pathname.slice('/history/'.length)) };
    if (route === 'GET /view') return { headers: { 'content-type': 'image/png' }, body: double.picture };
    return { status: 404 };
  }

  function upload(body: Buffer, type: string) {
    const text = body.toString('latin1');
    const name = text.match(/filename="([^"]+)"/)?.[1] ?? '';
    const bytes = text.split('\r\n\r\n')[1] ?? '';
    double.uploads.set(name, `${type.split(';')[0]} ${bytes.charCodeAt(0) === 0xff ? 'jpeg' : 'other'}`);
    return { body: { name, subfolder: '', type: 'input' } };
  }

  function queue({ prompt, prompt_id }: { prompt: Prompt['workflow']; prompt_id?: string }) {
    const photo = Object.values(prompt).find(({ class_type }) => class_type === 'LoadImage')?.inputs.image;
    if (!double.uploads.has(String(photo))) {
      return { status: 400, body: { error: { type: 'prompt_outputs_failed_validation' }, node_errors: {} } };
    }
    const id = double.takesIds && prompt_id ? prompt_id : randomUUID();
    add({ id, workflow: prompt });
    return { body: { prompt_id: id, number: double.prompts.length, node_errors: {} } };
  }

  function add(prompt: Pick<Prompt, 'id' | 'workflow'>): void {
    const isFirst = !double.prompts.some(({ state }) => state === 'running');
    double.prompts.push({
      ...prompt,
      number: double.prompts.length,
      state: isFirst ? 'running' : 'waiting',
    });
  }

  function entries(wished: Prompt['state']) {
    return double.prompts
      .filter(({ state }) => state === wished)
      .map(({ number, id, workflow }) => [number, id, workflow, {}, ['9']]);
  }

  function history(id: string) {
    const prompt = double.prompts.find(candidate => candidate.id === id);
    if (prompt?.state !== 'success' && prompt?.state !== 'error') return {};
    const images = [
      { filename: 'preview.png', subfolder: '', type: 'temp' },
      { filename: `${prompt.number}.png`, subfolder: 'tyy', type: 'output' },
    ];
    const isDone = prompt.state === 'success';
    const status = { status_str: prompt.state, completed: isDone, messages: [['execution_error', {}]] };
    return { [id]: { status, outputs: isDone ? { 9: { images } } : {} } };
  }

  const double: ComfyuiDouble = Object.assign(http, {
    uploads: new Map<string, string>(),
    prompts: [] as Prompt[],
    interrupted: [] as string[],
    picture,
    auto: true,
    takesIds: true,
    step(state: 'success' | 'error' = 'success') {
      const running = double.prompts.find(prompt => prompt.state === 'running');
      if (running) running.state = state;
      const next = double.prompts.find(prompt => prompt.state === 'waiting');
      if (next) next.state = 'running';
    },
    addStranger: () => add({ id: `stranger-${randomUUID()}`, workflow: {} }),
    restart() {
      double.prompts = [];
      double.uploads.clear();
      double.interrupted = [];
    },
  });
  return double;
}
