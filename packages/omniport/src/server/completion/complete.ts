import type { RequestContext } from '../requests/context.js'

/**
 * Suggests values for one variable or argument. A function gets the text typed so far, and the other arguments that the
 * client sent in `ctx.arguments`; its values are sent as they are, in their order. A plain list is searched for the typed
 * text, whatever its case: first come values that start with it, then those with a word that does, then those that contain
 * it, then those that have its characters in the same order with others between them; each in the order of the list.
 * The first hundred are sent, with the number of all.
 *
 * spec: server/utilities/completion#requesting-completions
 */
export type Complete<App = unknown> =
  | readonly string[]
  | ((
      typed: string,
      ctx: RequestContext<App> & { readonly arguments: Readonly<Record<string, string>> },
    ) => readonly string[] | Promise<readonly string[]>)
