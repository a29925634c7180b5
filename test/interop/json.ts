/** An object as JSON carries it. */
export type JsonObject = Readonly<Record<string, unknown>>
