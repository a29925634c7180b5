import type { Middleware, Serve } from '../protocol/exchange/exchange.js'
import type { Environment } from '../transport/environment.js'
import type { Registry } from './definitions/registry.js'
import type { AnyPrompt } from './prompts/prompt.js'
import type { AnyResource } from './resources/resource.js'
import type { AnyTool } from './tools/tool.js'

/** Tools by name. */
export type Tools<App = never> = Readonly<Record<string, AnyTool<App>>>

/**
 * A server: defined once, served over any number of transports at the same time, in every revision. Its name, version
 * and options never change; its registries can. Its creator closes it.
 */
export interface Server<T extends Tools = Tools, App = never> {
  /** Answers one message. */
  readonly serve: Serve
  /** The settings that the transports of the server share. */
  readonly environment: Environment
  readonly tools: Registry<AnyTool<App>>
  readonly prompts: Registry<AnyPrompt<App>>
  readonly resources: Registry<AnyResource<App>> & {
    /**
     * Announces, to clients of all nodes that subscribed to it, that the contents of `uri` changed.
     *
     * @throws TypeError unless `uri` is a string.
     */
    updated(uri: string): void
    /** Announces to clients of all nodes that the list changed, though no definition did. */
    listChanged(): void
  }
  /** Wraps `serve`: the first given is the outermost, and those given earlier are outside those given later. */
  use(...middleware: readonly Middleware[]): void
  /**
   * Serves the definitions of `other` as well: tools and prompts as `prefix_name`, resources under their own URIs. Its
   * extensions are left out, and its tools run as tasks of this server.
   *
   * @throws TypeError on a name or URI that is there already.
   */
  mount(prefix: string, other: Server): void
  /**
   * Notifies the client that its person is done with a page. `id` is the one that `ctx.elicitUrl` returned.
   *
   * spec: 2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation
   */
  elicitationComplete(id: string): void
  /** Ends subscriptions and waits for running requests. Settles last. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
  /** For the type of a client of this server; there is no such value. */
  readonly '~tools'?: T
}
