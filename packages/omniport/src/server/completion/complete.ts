import type { RequestContext } from '../requests/context.js'

/**
 * Suggests values for one variable or argument. A function gets the text typed so far, and the other arguments that the
 * client sent in `ctx.arguments`; its order is kept. From a plain list the matching values are suggested, best first.
 * The first hundred are sent.
 *
 * spec: server/utilities/completion#requesting-completions
 */
export type Complete<App = unknown> =
  | readonly string[]
  | ((
      typed: string,
      ctx: RequestContext<App> & { readonly arguments: Readonly<Record<string, string>> },
    ) => readonly string[] | Promise<readonly string[]>)
