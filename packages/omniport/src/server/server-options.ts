import type { Logger } from '../async/runtime/logger.js'
import type { Runtime } from '../async/runtime/runtime.js'
import type { Exchange, Middleware } from '../protocol/exchange/exchange.js'
import type { Icon } from '../protocol/exchange/peer.js'
import type { LimitOptions } from '../protocol/limits/limit-options.js'
import type { CacheHints } from '../protocol/model/results.js'
import type { Root } from '../protocol/model/roots.js'
import type { Revision } from '../protocol/revisions/revision.js'
import type { Stores } from '../store/stores.js'
import type { ServerExtension } from './extensions/server-extension.js'
import type { AnyPrompt } from './prompts/prompt.js'
import type { ErrorTexts } from './requests/error-text.js'
import type { AnyResource } from './resources/resource.js'
import type { Tools } from './server.js'
import type { SkillSource } from './skills/skill-source.js'

/** Resources by name. */
export type Resources<App = never> = Readonly<Record<string, AnyResource<App>>>

/** Prompts by name. */
export type Prompts<App = never> = Readonly<Record<string, AnyPrompt<App>>>

/**
 * The options of `createServer`. The keys of `tools`, `resources` and `prompts` are the names of the protocol. `ttlMs`
 * and `cacheScope` are for the lists, and for resources without their own: by default 0 and `private`.
 */
export interface ServerOptions<App = unknown, T = Tools, R = Resources, P = Prompts> extends CacheHints {
  /** The name of the service. What it seals is valid for servers of this name only; see `secrets`. */
  readonly name: string
  readonly version: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** Instructions that a model should read before it uses this server. */
  readonly instructions?: string | undefined
  /** `https:` and `data:` addresses only. */
  readonly icons?: readonly Icon[] | undefined
  readonly websiteUrl?: string | undefined
  /** Declares less than the server could do. Default: everything that a revision can express. */
  readonly capabilities?: CapabilityOptions | undefined
  /** Capabilities outside the protocol, by name. */
  readonly experimental?: Readonly<Record<string, object>> | undefined
  /**
   * Extensions by identifier, such as `com.example/search`. Tasks are not among them: a server has tasks from its first
   * tool with `task` on. spec: basic/versioning#extension-negotiation
   */
  readonly extensions?: Readonly<Record<string, ServerExtension>> | undefined
  /** The revisions to serve. Default: all. */
  readonly revisions?: readonly Revision[] | undefined
  /** Limits of the memory and work that one peer can cause. Default: `defaultLimits`, see docs/limits.md. */
  readonly limits?: LimitOptions | undefined
  /**
   * For patterns of schemas whose library runs them, such as `z.string().regex(…)`. Texts that would make one take exponential
   * time are refused before the library sees them; where that is impossible, for example for a back reference, the definition
   * is logged (`warn`) or throws a `TypeError` (`refuse`, also where it may be harmless). **The risk** of `warn`: a peer may block
   * the process with one text. Default: `warn`.
   */
  readonly unsafePatterns?: 'warn' | 'refuse' | undefined
  /**
   * Chooses the errors whose text the peer gets, of those that `run`, `before`, `read` and `get` throw: in the result of a tool
   * with `isError`, for the model; of resources and prompts as the message of -32603. All others are "internal error" with an id.
   *
   * - `author`: a plain `Error`, such as `new Error('Entity not found')`: its prototype is `Error.prototype`, and it has no members
   *   but `message`, `stack`, `cause` and `name`. Errors of a subclass, or with a `code`, come from code that did not write for a
   *   model, and stay private.
   * - `all`: every message. **The risk**: errors of drivers and of the system name hosts, paths and queries.
   * - `none`: only a `ToolError` of a tool.
   * - a function: the text for an error, or undefined for one that stays private.
   *
   * The text has at most 4 KiB, no control characters and no lines of a stack. A `ToolError` of a tool and an `RpcError` are sent
   * in any case. Errors of `context`, `authorize`, `visible`, middleware, `auth` and stores stay private in any case. Each error is
   * logged with its id. Default: `author`.
   *
   * spec: server/tools#error-handling
   */
  readonly errors?: ErrorTexts | undefined
  /** Replaces the clock, randomness and scheduling, for simulation. */
  readonly runtime?: Runtime | undefined
  /** Logs the errors of handlers and internal errors in full, under an id. Default: stderr. */
  readonly logger?: Logger | undefined
  /** Entries per page of a list. Default: all on one page. */
  readonly pageSize?: number | undefined
  /** Creates the value of `ctx.app`, once per request and round. */
  readonly context?: ((exchange: Exchange) => App | Promise<App>) | undefined
  /**
   * Called when a client announces that its roots changed, with the roots it has then: the server asks for them. `exchange` is
   * that of the announcement, with the client and its session. One call for a session ends before the next begins, and changes
   * in the meantime are one call. Errors are logged. Legacy revisions only, since 2026-07-28 has no such announcement; over HTTP
   * the server asks as soon as the client has a GET stream. Default: announcements are ignored. Deprecated by the protocol.
   *
   * spec: 2025-11-25 client/roots#root-list-changes
   */
  readonly onRootsChange?: ((roots: readonly Root[], exchange: Exchange) => void | Promise<void>) | undefined
  readonly tools?: T | undefined
  readonly resources?: R | undefined
  readonly prompts?: P | undefined
  /**
   * Skills for agents: of `skill()`, or of a folder by `await skillsFrom(folder)` of `omniport/node`; one source or several.
   * Each file is a resource too, so that clients without the extension can read it. Default: none.
   *
   * spec: extensions/skills#capability-negotiation
   */
  readonly skills?: SkillSource | readonly SkillSource[] | undefined
  /** Stores that several nodes share. Default: the memory of this process. */
  readonly stores?: Stores | undefined
  /**
   * Keys to seal values that travel, each of at least 32 bytes: the first seals, all open. Nodes of one service share
   * them. Default: a key of this process, created on first use.
   */
  readonly secrets?: readonly string[] | undefined
  /** Wraps `serve`, the first outermost. */
  readonly use?: readonly Middleware[] | undefined
}

/**
 * Capabilities to leave out, each by `false`. Without `listChanged` clients are not told that a list changed; without `subscribe`
 * they cannot subscribe to resources, and are not told that one was updated. Default: `true`.
 *
 * spec: basic/index#capability-negotiation
 */
export interface CapabilityOptions {
  readonly tools?: { readonly listChanged?: boolean | undefined } | undefined
  readonly prompts?: { readonly listChanged?: boolean | undefined } | undefined
  readonly resources?:
    | { readonly listChanged?: boolean | undefined; readonly subscribe?: boolean | undefined }
    | undefined
}

/**
 * Makes `context` required where a definition uses `ctx.app`. The condition is on the definitions and not on `App`:
 * TypeScript infers a `context` without annotated parameter last, and until then `App` is unknown.
 */
export type NeedsContext<App, T, R, P> = [T, R, P] extends [Tools<unknown>, Resources<unknown>, Prompts<unknown>]
  ? unknown
  : { readonly context: (exchange: Exchange) => App | Promise<App> }

/** `App` as definitions use it: unknown where there is no `context`. */
export type AppOf<App> = [App] extends [never] ? unknown : App
