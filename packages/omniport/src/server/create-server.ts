import { createLimits } from '../protocol/limits.js'
import { DefinedServer } from './defined-server.js'
import type { Server } from './definitions/server.js'
import type { ServerOptions } from './definitions/server-options.js'
import { checkServerOptions } from './definitions/check-server-options.js'

/**
 * Defines a server once, for every revision and any number of transports.
 *
 * Schemas are converted here, so that one that cannot be served is refused here; validators are built on first use. Whoever
 * calls this closes the server, after the transports that serve it.
 *
 * @throws TypeError naming the option, tool, resource or prompt that cannot be served, and why.
 */
export function createServer(options: ServerOptions): Server {
  checkServerOptions(options)
  const server = new DefinedServer(options as never, createLimits(options.limits)) // App is known only to the definitions
  const { tools, resources, prompts } = options
  if (tools !== undefined) server.tools.declare()
  if (resources !== undefined) server.resources.declare()
  if (prompts !== undefined) server.prompts.declare()
  for (const [name, definition] of Object.entries(tools ?? {})) server.tools.set(name, definition as never)
  for (const [name, definition] of Object.entries(resources ?? {})) server.resources.set(name, definition as never)
  for (const [name, definition] of Object.entries(prompts ?? {})) server.prompts.set(name, definition as never)
  return server as object as Server // its registries hold definitions of any App
}
