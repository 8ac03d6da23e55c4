import { command } from '../pn532/commands.ts';
import type { Tag } from '../tag.ts';

/** The result of a command. `data` follows the answer code. */
export type CommandOutcome =
  | { kind: 'answer'; data: readonly number[]; thenSleep?: true }
  | { kind: 'search'; searchData: Uint8Array }
  /** Waits forever, until the host aborts it. */
  | { kind: 'wait' }
  | { kind: 'syntax-error' };

const ok = 0x00;
const timeout = 0x01;
const wrongContext = 0x27;

const answer = (...data: number[]): CommandOutcome => ({ kind: 'answer', data });

/** Executes a command (user manual, section 7) and updates `state`. */
export function executeCommand(state: ChipState, payload: Uint8Array): CommandOutcome {
  const data = payload.subarray(1);
  switch (payload[0]) {
    case command.diagnose:
      return diagnose(data);
    case command.getFirmwareVersion:
      // PN532, version 1.6, supports ISO 18092, 14443 type A and type B.
      return answer(0x32, 0x01, 0x06, 0x07);
    case command.getGeneralStatus:
      return state.selected ? answer(ok, 0x01, 0x01, 0x01, 0x00, 0x00, 0x10, ok) : answer(ok, 0x00, 0x00, ok);
    case command.readRegister:
      return data.length % 2 === 0 && data.length > 0 ? answer(...readRegisters(state, data)) : syntaxError;
    case command.writeRegister:
      return data.length % 3 === 0 && data.length > 0 ? writeRegisters(state, data) : syntaxError;
    case command.readGpio:
      return answer(0x3f, 0x06, 0x01);
    case command.samConfiguration:
      return data[0] !== undefined && data[0] >= 1 && data[0] <= 4 ? answer() : syntaxError;
    case command.writeGpio:
    case command.setSerialBaudRate:
    case command.setParameters:
      return answer();
    case command.powerDown:
      state.selected = false;
      return { kind: 'answer', data: [ok], thenSleep: true };
    case command.rfConfiguration:
      return configureRf(state, data);
    case command.inListPassiveTarget:
      state.selected = false;
      return data.length >= 2 ? { kind: 'search', searchData: data } : syntaxError;
    case command.inDeselect:
    case command.inRelease:
      state.selected = false;
      return answer(ok);
    case command.inSelect:
      return answer(state.selected ? ok : wrongContext);
    case command.inDataExchange:
      return answer(state.selected ? timeout : wrongContext);
    case command.inCommunicateThru:
    case command.inPsl:
    case command.inAtr:
    case command.inJumpForDep:
    case command.inJumpForPsl:
      return answer(timeout);
    case command.inAutoPoll:
      return answer(0x00);
    case command.tgInitAsTarget:
      return { kind: 'wait' };
    case command.tgGetData:
      return answer(wrongContext);
    default:
      return syntaxError;
  }
}

const syntaxError: CommandOutcome = { kind: 'syntax-error' };

function diagnose(data: Uint8Array): CommandOutcome {
  const [test] = data;
  const communicationLine = 0x00;
  const attentionRequest = 0x06;
  if (test === communicationLine) return answer(...data);
  if (test === attentionRequest) return answer(timeout);
  return test === undefined ? syntaxError : answer(ok);
}

function readRegisters(state: ChipState, data: Uint8Array): number[] {
  const values: number[] = [];
  for (let at = 0; at < data.length; at += 2) {
    values.push(state.registers.get(data[at]! * 256 + data[at + 1]!) ?? 0x00);
  }
  return values;
}

function writeRegisters(state: ChipState, data: Uint8Array): CommandOutcome {
  for (let at = 0; at < data.length; at += 3) {
    state.registers.set(data[at]! * 256 + data[at + 1]!, data[at + 2]!);
  }
  return answer();
}

function configureRf(state: ChipState, data: Uint8Array): CommandOutcome {
  const [item, , , passiveRetries] = data;
  const maxRetries = 0x05;
  if (item === undefined) return syntaxError;
  if (item === maxRetries) state.searchRetries = passiveRetries ?? state.searchRetries;
  return answer();
}

/** A simulated tag. With SAK bit 0x20, it sends an ATS when activated. */
export interface SimulatedTag extends Tag {
  readonly ats?: Uint8Array;
}

export interface ChipState {
  asleep: boolean;
  /** MxRtyPassiveActivation: retries after the first search; 0xFF means forever. */
  searchRetries: number;
  registers: Map<number, number>;
  /** The tag in the field, and whether it was listed and can be addressed. */
  tag: SimulatedTag | undefined;
  selected: boolean;
}

/** Returns the state after power-up: asleep until the host wakes it, and searching forever by default. */
export function poweredUp(tag: SimulatedTag | undefined): ChipState {
  return { asleep: true, searchRetries: 0xff, registers: new Map(), tag, selected: false };
}
