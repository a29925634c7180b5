import type { RequestContext } from '../requests/context.js'

/**
 * Suggests values for one variable or argument. A function is given what is typed so far; `ctx.arguments` has the others, as
 * far as the client told them, and its order is kept. Of a plain list those that match are suggested, best first. The first
 * hundred are sent.
 *
 * spec: server/utilities/completion#requesting-completions
 */
export type Complete<App = unknown> =
  | readonly string[]
  | ((
      typed: string,
      ctx: RequestContext<App> & { readonly arguments: Readonly<Record<string, string>> },
    ) => readonly string[] | Promise<readonly string[]>)
