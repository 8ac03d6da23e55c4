/** Objects have no other members than those that are named. */
export const exact = { additionalProperties: false };
