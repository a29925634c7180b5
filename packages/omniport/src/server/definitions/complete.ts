import type { RequestContext } from './context.js'

/**
 * Suggests values for one variable or argument, given what is typed so far; `ctx.arguments` has the others, as far as the
 * client told them. The order is kept; the first hundred are sent.
 *
 * spec: server/utilities/completion#requesting-completions
 */
export type Complete<App = unknown> = (
  typed: string,
  ctx: RequestContext<App> & { readonly arguments: Readonly<Record<string, string>> },
) => readonly string[] | Promise<readonly string[]>
