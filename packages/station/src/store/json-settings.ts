/** JSON settings that are read without a fallback. The damage check covers them. */
export const jsonSettings = { carried: 'collection.carried', switching: 'collection.switching' } as const;
