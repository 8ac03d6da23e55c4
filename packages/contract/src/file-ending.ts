/** Returns the ending in lower case without the dot, or an empty string. */
export const endingOf = (name: string) => /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
