/**
 * The answer to a command. In the legacy syntax some answers have a reversed line end, lack the `OK` or include the
 * command name; the future syntax is uniform.
 */
export interface Answer {
  text?: string;
  legacy?: { end?: '\r\n' | '\n\r'; ok?: boolean; named?: boolean };
}

export function replyTo(name: string, { text, legacy = {} }: Answer, isFuture: boolean): string {
  if (isFuture) return text === undefined ? `${name}\n` : `${name},${text}\n`;
  const { end = '\r\n', ok = true, named = false } = legacy;
  const data = text === undefined ? '' : `${named ? `${name},` : ''}${text}${end}`;
  return `${data}${ok ? 'OK\r\n' : ''}`;
}

export function errorReply(name: string, message: string, isFuture: boolean): string {
  return isFuture ? `${name},${message}\n` : `${message}\r\n`;
}
