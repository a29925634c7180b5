import type { Logger } from '../async/runtime/logger.js'
import type { Runtime } from '../async/runtime/runtime.js'
import type { Exchange, Middleware } from '../protocol/exchange/exchange.js'
import type { Icon } from '../protocol/exchange/peer.js'
import type { LimitOptions } from '../protocol/limits/limit-options.js'
import type { CacheHints } from '../protocol/model/results.js'
import type { Revision } from '../protocol/revisions/revision.js'
import type { Stores } from '../store/stores.js'
import type { ServerExtension } from './extensions/server-extension.js'
import type { AnyPrompt } from './prompts/prompt.js'
import type { AnyResource } from './resources/resource.js'
import type { Tools } from './server.js'

/** Resources by name. */
export type Resources<App = never> = Readonly<Record<string, AnyResource<App>>>

/** Prompts by name. */
export type Prompts<App = never> = Readonly<Record<string, AnyPrompt<App>>>

/**
 * What `createServer` is given. The keys of `tools`, `resources` and `prompts` are the names of the protocol. `ttlMs` and
 * `cacheScope` are those of the lists, and of resources that say nothing else: by default 0 and `private`.
 */
export interface ServerOptions<App = unknown, T = Tools, R = Resources, P = Prompts> extends CacheHints {
  readonly name: string
  readonly version: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** What a model should know before it uses this server. */
  readonly instructions?: string | undefined
  /** `https:` and `data:` addresses only. */
  readonly icons?: readonly Icon[] | undefined
  readonly websiteUrl?: string | undefined
  /** Capabilities outside the protocol, by name. */
  readonly experimental?: Readonly<Record<string, object>> | undefined
  /**
   * By identifier, such as `com.example/search`. Tasks are not among them: a server has those with its first tool that says
   * `task`. spec: basic/versioning#extension-negotiation
   */
  readonly extensions?: Readonly<Record<string, ServerExtension>> | undefined
  /** Which to serve. Default: all. */
  readonly revisions?: readonly Revision[] | undefined
  /** Bounds on what one peer can make this server keep and do. Default: `defaultLimits`, each as docs/limits.md says. */
  readonly limits?: LimitOptions | undefined
  /** Replaces the clock, randomness and scheduling, for simulation. */
  readonly runtime?: Runtime | undefined
  /** Gets in full what a peer is told only an id of. Default: stderr. */
  readonly logger?: Logger | undefined
  /** Entries per page of a list. Default: all on one page. */
  readonly pageSize?: number | undefined
  /** Makes what handlers find as `ctx.app`, once per request and round. */
  readonly context?: ((exchange: Exchange) => App | Promise<App>) | undefined
  readonly tools?: T | undefined
  readonly resources?: R | undefined
  readonly prompts?: P | undefined
  /** What several nodes share. Default: the memory of this process. */
  readonly stores?: Stores | undefined
  /**
   * Keys for what travels sealed, each of at least 32 bytes: the first seals, all open. Nodes of one service share them.
   * Default: a key of this process, made when it is first needed.
   */
  readonly secrets?: readonly string[] | undefined
  /** Wraps `serve`, the first outermost. */
  readonly use?: readonly Middleware[] | undefined
}

/**
 * Makes `context` required where a definition uses `ctx.app`. A condition on the definitions, not on `App`: a `context` whose
 * parameter is not annotated is looked at last, and until then nothing is known of `App`.
 */
export type NeedsContext<App, T, R, P> = [T, R, P] extends [Tools<unknown>, Resources<unknown>, Prompts<unknown>]
  ? unknown
  : { readonly context: (exchange: Exchange) => App | Promise<App> }

/** `App` as definitions see it: unknown where there is no `context`. */
export type AppOf<App> = [App] extends [never] ? unknown : App
