import { createLimits } from '../protocol/limits/limits.js'
import { checkServerOptions } from './check-server-options.js'
import { DefinedServer } from './defined-server.js'
import type { Server, Tools } from './server.js'
import type { AppOf, NeedsContext, Prompts, Resources, ServerOptions } from './server-options.js'
import type { SkillSource } from './skills/skill-source.js'

/**
 * Defines a server once, for every revision and any number of transports.
 *
 * Schemas are converted here, so that a schema that cannot be served is rejected at once; validators are built on first
 * use. The caller closes the server, after the transports that serve it.
 *
 * @throws TypeError naming the option, tool, resource, prompt or extension that cannot be served, and why.
 */
export function createServer<
  App = never,
  const T extends Tools<App> = Tools<unknown>,
  R extends Resources<App> = Resources<unknown>,
  P extends Prompts<App> = Prompts<unknown>,
>(options: ServerOptions<App, T, R, P> & NeedsContext<App, T, R, P>): Server<NoInfer<T>, AppOf<NoInfer<App>>>
export function createServer(options: object, ...others: readonly unknown[]): object {
  if (others.length > 0) {
    throw new TypeError('createServer takes one object: createServer({ name, version, instructions, … })')
  }
  const checked = checkServerOptions(options) as ServerOptions // App is known only to the definitions
  const server = new DefinedServer(checked, createLimits(checked.limits))
  try {
    define(server, checked)
  } catch (reason) {
    void server.close() // the caller gets no server to close
    throw reason
  }
  return server // its registries hold definitions of any App
}

function define(server: DefinedServer, { tools, resources, prompts, extensions, skills }: ServerOptions): void {
  for (const [id, extension] of Object.entries(extensions ?? {})) server.extend(id, extension)
  if (tools !== undefined) server.tools.declare()
  if (resources !== undefined) server.resources.declare()
  if (prompts !== undefined) server.prompts.declare()
  for (const [name, definition] of Object.entries(tools ?? {})) server.tools.set(name, definition)
  for (const [name, definition] of Object.entries(resources ?? {})) server.resources.set(name, definition)
  for (const [name, definition] of Object.entries(prompts ?? {})) server.prompts.set(name, definition)
  if (skills !== undefined) server.serveSkills(listOfSources(skills))
}

function listOfSources(skills: NonNullable<ServerOptions['skills']>): readonly SkillSource[] {
  return 'watch' in skills ? [skills] : skills
}
