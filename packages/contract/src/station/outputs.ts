import { type Static, Type } from 'typebox';
import { flag, object, orNull } from '../exact.ts';
import { jsonApi } from '../media-types.ts';
import { defineRoutes } from '../route.ts';
import { badBody, onlyAnswer, onlyBody } from './resources.ts';

const OutputId = Type.String({ maxLength: 500 });
const Chosen = orNull(OutputId, 'The id of the chosen output; null for the default of the player');

export const PlayerOutputs = object('PlayerOutputs', {
  output: Chosen,
  can_choose: flag('False if the page plays, or nothing does'),
  outputs: Type.Array(
    object({
      id: OutputId,
      name: Type.String(),
      connected: flag('False only for the chosen output, while the default plays'),
      volume: orNull(
        Type.Integer({ minimum: 0, maximum: 100 }),
        'The volume that was set for it; null if none was, then it starts with the default’s',
      ),
    }),
    { maxItems: 100 },
  ),
});
export type PlayerOutputs = Static<typeof PlayerOutputs>;

const type = 'player-outputs';
const answer = onlyAnswer(type, '/api/v1/player/outputs', 'The outputs', PlayerOutputs, {
  output: 'alsa/default:CARD=Headphones',
  can_choose: true,
  outputs: [
    { id: 'alsa/default:CARD=Headphones', name: 'bcm2835 Headphones', connected: true, volume: 40 },
    { id: 'alsa/hdmi:CARD=vc4hdmi,DEV=0', name: 'vc4-hdmi, HDMI', connected: true, volume: null },
  ],
});
const noPlayer = { 503: ['The player is not installed or does not answer', 'player-unavailable'] } as const;

export const outputsRoutes = defineRoutes('Player', jsonApi, {
  getPlayerOutputs: {
    call: 'GET /api/v1/player/outputs',
    summary: 'Get the sound outputs of the station',
    description: 'Asks the player, which takes up to a few seconds.',
    answer,
    errors: noPlayer,
  },
  updatePlayerOutputs: {
    call: 'PATCH /api/v1/player/outputs',
    summary: 'Choose the sound output',
    description:
      'Takes effect at once and is stored. While the chosen output is missing, the default output plays, and the player reports it in `problem`. Each output has its own volume.',
    body: onlyBody(type, object({ output: Chosen }), { output: 'alsa/default:CARD=Headphones' }),
    answer,
    errors: {
      ...badBody,
      422: ['There is no such output', 'invalid-request'],
      ...noPlayer,
    },
  },
});
