/** Refusals of Grbl 1.1 with their number in `error:n`. */
export const refusals = {
  expectedLetter: 1,
  badNumber: 2,
  unknownStatement: 3,
  negativeValue: 4,
  homingDisabled: 5,
  stepPulseTooShort: 6,
  notIdle: 8,
  locked: 9,
  softLimitsNeedHoming: 10,
  lineTooLong: 11,
  checkDoor: 13,
  jogOutOfTravel: 15,
  badJog: 16,
  unsupportedCommand: 20,
  sameModalGroup: 21,
  noFeedRate: 22,
  notAnInteger: 23,
  axisConflict: 24,
  repeatedWord: 25,
  noAxisWords: 26,
  badLineNumber: 27,
  missingWord: 28,
  unsupportedCoordinates: 29,
  machineCoordinatesNeedLine: 30,
  axisWordsInNoMotion: 31,
  noAxisWordsInPlane: 32,
  invalidTarget: 33,
  badArcRadius: 34,
  noOffsetsInPlane: 35,
  unusedWords: 36,
  toolTooLarge: 38,
} as const;

export class Refusal extends Error {
  readonly code: number;

  constructor(reason: keyof typeof refusals) {
    super(reason);
    this.code = refusals[reason];
  }
}
