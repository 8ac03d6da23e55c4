/** An option is invalid. The message is for the user. */
export class PlanOptionError extends Error {
  override readonly name = 'PlanOptionError';
  readonly option: string;

  constructor(option: string, message: string) {
    super(message);
    this.option = option;
  }
}
