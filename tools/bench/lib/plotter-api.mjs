import { until } from '../../lib/until.mjs';

const maxJobMs = 3_600_000;

export function plotterApi(url) {
  const get = async (path) => (await fetch(`${url}/api/plotter${path}`)).json();
  const post = async (path, body, headers = {}) => {
    const answer = await fetch(`${url}/api/plotter${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return {
    post,
    isReady: () =>
      until('the plotter is connected', async () => (await get('/status')).link.state === 'ready'),
    /** Plots the commands. Returns the seconds from the first command to the last, by the clock of the service. */
    async draw(commands) {
      const { id } = await post('/job', { script: commands.join('\n') }, { prefer: 'respond-async' });
      const isDone = async () => {
        const { state, ...rest } = await get(`/jobs/${id}`);
        if (['failed', 'interrupted', 'cancelled', 'held'].includes(state.state))
          throw new Error(JSON.stringify(state));
        return state.state === 'done' && rest;
      };
      const { startedAt, endedAt, completed } = await until('the job is done', isDone, {
        withinMs: maxJobMs,
      });
      if (completed !== commands.length) throw new Error(`${completed} of ${commands.length} were done`);
      return (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
    },
  };
}
