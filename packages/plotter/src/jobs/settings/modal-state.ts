import type { Driver } from '../../drivers/driver.ts';
import { type SettingKind, settingKinds } from '../../drivers/language/effect.ts';
import type { Profile } from '../../drivers/profile.ts';
import { defaultSetting } from './default-setting.ts';

/**
 * Settings of the machine since its start, from any source. A drawing is planned for the speed and
 * acceleration of the profile. The board may not have these, or a user may have changed them, so a drawing
 * sets them first. Jobs of plain commands use the current settings.
 */
export class ModalState {
  readonly #last = new Map<SettingKind, string>();
  readonly #driver: Pick<Driver, 'subscribe' | 'effectOf'>;

  constructor(driver: Pick<Driver, 'subscribe' | 'effectOf'>) {
    this.#driver = driver;
    driver.subscribe((event) => {
      if (event.type === 'session') this.#last.clear();
      else if (event.type === 'reply' && event.reply.ok) this.#set(event.reply.sent, inOneForm);
      else if (event.type === 'unanswered') this.#set(event.line, () => 'unknown');
    });
  }

  forDrawing(profile: Profile): string[] {
    return settingKinds
      .filter((kind) => this.#isOther(kind, profile))
      .map((kind) => defaultSetting(kind, profile))
      .filter((command) => this.#driver.effectOf(command).problem === undefined);
  }

  #isOther(kind: SettingKind, profile: Profile): boolean {
    const last = this.#last.get(kind);
    // The initial pen height is the profile's.
    if (kind === 'pen-height' && last === undefined) return false;
    if (kind === 'acceleration' && profile.stepIntervalUs !== undefined) return false;
    return last !== defaultSetting(kind, profile);
  }

  #set(command: string, value: (command: string) => string): void {
    const { setting } = this.#driver.effectOf(command);
    if (setting !== undefined) this.#last.set(setting, value(command));
  }
}

const inOneForm = (command: string) => command.trim().replace(/\s+/g, ' ').toUpperCase();
