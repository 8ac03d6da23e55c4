export const commands = (count: number) =>
  count === 1 ? '1 command' : `${count.toLocaleString('en')} commands`;
