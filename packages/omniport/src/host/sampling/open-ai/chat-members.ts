/** A message, or a part of one, as `chat/completions` has it. */
export type ChatMembers = Readonly<Record<string, unknown>>
