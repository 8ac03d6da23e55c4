/** Settings in JSON that are read without a fallback; empty where there is nothing. The damage check covers them. */
export const jsonSettings = { carried: 'collection.carried', switching: 'collection.switching' } as const;
