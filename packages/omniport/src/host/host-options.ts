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

/** The servers of a host, and the rules of the person it works for. */
export interface HostOptions
  extends Pick<
    ConnectOptions,
    'name' | 'version' | 'timeoutMs' | 'maxTimeoutMs' | 'limits' | 'runtime' | 'fetch' | 'extensions'
  > {
  /** By names of `A-Z a-z 0-9 _ -`, others are taken too. Nothing is started before it is needed. */
  readonly servers: Readonly<Record<string, Target | ServerSettings>>

  /**
   * How servers over HTTP get a token whose settings have neither `auth` nor an `Authorization` header; a function says it for
   * each, by its name. A token itself is not among what holds for all, as all of them would get it. Default: such servers are
   * asked without one.
   */
  readonly auth?: Omit<AuthOptions, 'token'> | ((server: string) => AuthOptions | undefined) | undefined

  /** Files that could not be read, as `loadConfig` gives them: told as errors when the host is created. */
  readonly problems?: readonly ConfigProblem[] | undefined

  /**
   * Says of each question whether it is allowed, denied, or put to a person. What it throws is what the question comes to:
   * nothing is allowed. Default: forms and pages are shown, as they are questions themselves; all else is asked.
   * **The risk** of `allow`: nobody sees what happens then, and what a tool says of itself is no reason for it.
   */
  readonly policy?: ((request: ConsentRequest) => Verdict | Promise<Verdict>) | undefined
  /**
   * Puts a question to a person, who must see all of it: `describeQuestion` says it in words. Default: there is nobody, and
   * what is asked is denied.
   */
  readonly ask?:
    | ((request: ConsentRequest, ctx: { readonly signal: AbortSignal }) => ConsentDecision | Promise<ConsentDecision>)
    | undefined
  /** Where answers are kept that are remembered `always`. Default: in memory. */
  readonly decisions?: DecisionStore | undefined
  /** Gets every decision and every call. Default: the last 1,000 are kept in memory. */
  readonly audit?: AuditSink | undefined
  /** Where the definitions of tools are pinned. Default: in memory, so that a change is noticed while the host lives. */
  readonly lock?: LockStore | undefined
  /**
   * What a changed definition comes to: its tool cannot be called until somebody approves, or it is only told. **The risk** of
   * `allow`: a server can say one thing when it is looked at and another thing later. Default: `block`.
   */
  readonly onChangedTool?: 'block' | 'allow' | undefined

  /** Puts a form of a server before a person, who must see which server asks. Default: servers are told there is no such thing. */
  readonly elicit?: FromServer<NonNullable<ConnectOptions['elicit']>> | undefined
  /** Shows a person the whole address and opens it where they agree. Default: servers are told there is no such thing. */
  readonly elicitUrl?: FromServer<NonNullable<ConnectOptions['elicitUrl']>> | undefined
  /** The model that servers may ask. Default: servers are told there is no such thing. */
  readonly sample?: Sample | undefined
  /** What one server may have of the model. */
  readonly sampleBudget?: SampleBudget | undefined
  /** Where servers may work; `setRoots` replaces them. Default: servers are told there is no such thing. */
  readonly roots?: readonly Root[] | undefined

  /**
   * The name of a tool for models. What it gives is made unique and fit for them. **The risk**: a name that several tools come to
   * is that of none, and changes when one of them comes or goes. Default: `server__tool`.
   */
  readonly toolName?: ((server: string, tool: string) => string) | undefined
  /** How often a server that is used is asked whether it is there; it has as long to say so, but 10 s at most. Default: 30 s. */
  readonly healthMs?: number | undefined
  /** How long the lists of a server that announces no changes are used again. Default: 5 min. */
  readonly refreshMs?: number | undefined
  /** Gets what went wrong without a call to reject. Default: only the events tell. */
  readonly onError?: ((error: Error, server: string | undefined) => void) | undefined
}

/** A handler that is also told which server asks. */
export type FromServer<F> = F extends (request: infer Q, ctx: infer C) => infer R
  ? (request: Q & { readonly server: string }, ctx: C) => R
  : never
