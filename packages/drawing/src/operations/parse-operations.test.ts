import { describe, expect, it } from 'vitest';
import { parsePlanOptions } from '../plan/parse-plan-options.ts';
import { checkOperations } from './check-operations.ts';
import { parseOperations } from './parse-operations.ts';

describe('operations given as text', () => {
  it('accept lengths, numbers, choices, and layers by number or name', () => {
    expect(
      parseOperations('hatch angle=30° spacing=1cm outline=no layers="2,Sky blue,#ff0000";; Hide by=layer ;'),
    ).toEqual([
      { kind: 'hatch', angle: 30, spacingMm: 10, outline: false, layers: [1, 'Sky blue', '#ff0000'] },
      { kind: 'hide', by: 'layer' },
    ]);
    expect(parsePlanOptions({ operations: 'frame layer=1' })).toEqual({
      operations: [{ kind: 'frame', layer: 0 }],
    });
  });

  it('accept the places of drawings, numbered from 1', () => {
    expect(parseOperations('arrange objects="1@20,3cm 2@-1mm,0*0.5/90; 2@7,7/-45"')).toEqual([
      {
        kind: 'arrange',
        objects: [
          { drawing: 0, xMm: 20, yMm: 30 },
          { drawing: 1, xMm: -1, yMm: 0, scale: 0.5, rotate: 90 },
          { drawing: 1, xMm: 7, yMm: 7, rotate: -45 },
        ],
      },
    ]);
  });

  it.each([
    ['paint', 'unknown operation “paint”: use hatch, hide'],
    ['hatch colour=red', '“hatch” has no “colour”: use layers, pattern, pen'],
    ['hatch cross', '“cross” has no value'],
    ['hatch spacing=wide', '“wide” is not a length'],
    ['hatch spacing=0', '“spacing” can’t be “0”: use 0.05 to 1000 mm'],
    ['hatch outline=maybe', 'use yes or no'],
    ['copies columns=1.5', 'use 1 to 100'],
    ['hide by=hand', 'use document, layer, off'],
    ['arrange objects=1', '“1” is not a place of a drawing'],
    ['arrange objects=""', 'use 1 to 400 places'],
    ['arrange objects=0@1,1', '“drawing” can’t be “-1”: use 0 to 19'],
    ['arrange objects=1@1,1*0', '“scale” can’t be “0”'],
    ['arrange objects=1@1,1/round', '“rotate” can’t be “NaN”'],
    ['crop x=1 y=1 width=5', '“crop” needs “height”'],
  ])('are refused if invalid: “%s”', (text, message) => {
    expect(() => checkOperations(parseOperations(text))).toThrow(message);
  });
});
