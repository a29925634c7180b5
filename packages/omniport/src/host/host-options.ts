import type { AuthOptions } from '../auth/client/auth-options.js'
import type { Target } from '../client/connect/targets/target.js'
import type { ConnectOptions } from '../client/connect-options.js'
import type { Root } from '../protocol/model/roots.js'
import type { AuditSink } from './audit/audit-record.js'
import type { ConfigProblem } from './config/config.js'
import type { ConsentDecision, Verdict } from './consent/decisions/consent-decision.js'
import type { DecisionStore } from './consent/decisions/decision.js'
import type { ConsentRequest } from './consent/requests/consent-request.js'
import type { LockStore } from './pins/pin.js'
import type { Sample, SampleBudget } from './sampling/sample.js'
import type { ServerSettings } from './servers/settings/server-settings.js'

/** The servers of a host and the rules of its user. */
export interface HostOptions
  extends Pick<
    ConnectOptions,
    'name' | 'version' | 'timeoutMs' | 'maxTimeoutMs' | 'limits' | 'runtime' | 'fetch' | 'experimental' | 'extensions'
  > {
  /**
   * Targets or settings by server name. Names of `A-Z a-z 0-9 _ -` appear unchanged in tool names; any other name works too.
   * Servers are started when they are first needed.
   */
  readonly servers: Readonly<Record<string, Target | ServerSettings>>

  /**
   * Credentials for HTTP servers whose settings have neither `auth` nor an `Authorization` header. A function returns them per
   * server name. `token` is not allowed here, because every server would receive it. Default: such servers are called without
   * a token.
   */
  readonly auth?: Omit<AuthOptions, 'token'> | ((server: string) => AuthOptions | undefined) | undefined

  /**
   * True if the program shows apps, the user interfaces of tools: servers are told so, and `host.loadApp` gives one. Default: false.
   * spec: SEP-1865#client-server-capability-negotiation
   */
  readonly apps?: boolean | undefined

  /** Config files that could not be read, as returned by `loadConfig`; reported as errors at creation. */
  readonly problems?: readonly ConfigProblem[] | undefined

  /**
   * Decides each consent request: allow, deny, or ask the person. If it throws, the request rejects with that error and
   * nothing is allowed. Default: forms and URL elicitations are shown, because they ask the person anyway; everything else is
   * asked.
   *
   * **The risk** of `allow`: no person sees what happens; a tool's own description or annotations are no reason to allow it.
   */
  readonly policy?: ((request: ConsentRequest) => Verdict | Promise<Verdict>) | undefined
  /**
   * Asks a person, who must see the whole request; `describeConsentRequest` puts it in words. Default: requests that need a
   * person are denied.
   */
  readonly ask?:
    | ((request: ConsentRequest, ctx: { readonly signal: AbortSignal }) => ConsentDecision | Promise<ConsentDecision>)
    | undefined
  /** Stores decisions that are remembered `always`. Default: in memory. */
  readonly decisions?: DecisionStore | undefined
  /** Receives every decision and every call. Default: the last 1,000 records are kept in memory. */
  readonly audit?: AuditSink | undefined
  /** Stores the pinned tool definitions. Default: in memory, so that changes are noticed until the host is closed. */
  readonly lock?: LockStore | undefined
  /**
   * Blocks a tool whose definition changed until it is approved, or only reports the change. **The risk** of `allow`: a server
   * can present one definition for review and later use another. Default: `block`.
   */
  readonly onChangedTool?: 'block' | 'allow' | undefined
  /**
   * Asks again for a skill whose frontmatter or files differ from those that were allowed, or blocks it until `approveSkill`.
   * A policy that allows skills decides about changed ones too, unless they are blocked. Default: `ask`.
   */
  readonly onChangedSkill?: 'ask' | 'block' | undefined

  /** Shows a form to a person, who must see which server asks. Default: the capability is not advertised. */
  readonly elicit?: FromServer<NonNullable<ConnectOptions['elicit']>> | undefined
  /** Shows a person the whole URL and opens it if they agree. Default: the capability is not advertised. */
  readonly elicitUrl?: FromServer<NonNullable<ConnectOptions['elicitUrl']>> | undefined
  /** The model for sampling requests of servers. Default: the capability is not advertised. */
  readonly sample?: Sample | undefined
  /** Sampling limits of each server. */
  readonly sampleBudget?: SampleBudget | undefined
  /**
   * The folders that servers may work in; `setRoots` replaces them. A server gets those that are there, and hears of it when one
   * goes or comes back, which `onError` hears of too. Default: the capability is not advertised.
   *
   * spec: client/roots#security-considerations
   */
  readonly roots?: readonly Root[] | undefined
  /**
   * Returns true if a root can be worked in now. Called when a server asks for the roots, and every 5 s from then on. Default: on
   * Node, a folder or file that exists; elsewhere every root.
   */
  readonly rootExists?: ((root: Root) => boolean | Promise<boolean>) | undefined

  /**
   * Chooses the name of a tool for models; the result is made unique and valid. **The risk**: when several tools get the same
   * name, none of them keeps it, so a name changes when another such tool comes or goes. Default: `server__tool`.
   */
  readonly toolName?: ((server: string, tool: string) => string) | undefined
  /** Interval between pings to a server in use, which must answer within it, at most 10 s. Default: 30 s. */
  readonly healthMs?: number | undefined
  /** Lists of servers that do not announce changes are reused for this long. Default: 5 min. */
  readonly refreshMs?: number | undefined
  /**
   * Stands between this host and a server, by its name. **The risk**: it sees credentials and everything else that passes.
   * Default: nothing does.
   */
  readonly intercept?: ((server: string) => ConnectOptions['intercept']) | undefined
  /** Receives errors outside of any call. Default: they are only reported as events. */
  readonly onError?: ((error: Error, server: string | undefined) => void) | undefined
}

/** A handler whose request also names the server. */
export type FromServer<F> = F extends (request: infer Q, ctx: infer C) => infer R
  ? (request: Q & { readonly server: string }, ctx: C) => R
  : never
