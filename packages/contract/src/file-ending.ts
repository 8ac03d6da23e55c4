/** In lower case, without the dot; empty if there is none. */
export const endingOf = (name: string) => /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
